//! What a message is made of, as text.

use agent_client_protocol::v1::schema::{ContentBlock, EmbeddedResourceResource};

pub(super) fn text(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::ResourceLink(link) => format!("[{}]({})", link.name, link.uri),
        ContentBlock::Resource(resource) => match &resource.resource {
            EmbeddedResourceResource::TextResourceContents(text) => text.text.clone(),
            EmbeddedResourceResource::BlobResourceContents(_) | _ => "[data]".into(),
        },
        ContentBlock::Image(_) => "[image]".into(),
        ContentBlock::Audio(_) => "[audio]".into(),
        _ => "[something that sayso cannot show]".into(),
    }
}
