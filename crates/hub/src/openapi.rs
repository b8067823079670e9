//! The OpenAPI document, made from the same table as the router.

use http::Method;
use protocol::ErrorBody;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::routes;

type MakeSchema = fn(&mut SchemaGenerator) -> Value;

/// Whom a route serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Audience {
    People,
    Agents,
    /// A person at this machine, over the local socket.
    LocalPeople,
    Anyone,
}

impl Audience {
    fn tag(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Agents => "agents",
            Self::LocalPeople => "local",
            Self::Anyone => "public",
        }
    }
}

/// What the document says about one route.
pub(crate) struct Operation {
    method: Method,
    id: &'static str,
    summary: &'static str,
    query: Vec<(&'static str, &'static str)>,
    headers: Vec<(&'static str, &'static str)>,
    body: Option<MakeSchema>,
    returns: Option<MakeSchema>,
    audience: Audience,
}

impl Operation {
    fn new(method: Method, id: &'static str, summary: &'static str) -> Self {
        Self {
            method,
            id,
            summary,
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            returns: None,
            audience: Audience::People,
        }
    }

    pub(crate) fn get(id: &'static str, summary: &'static str) -> Self {
        Self::new(Method::GET, id, summary)
    }

    pub(crate) fn post(id: &'static str, summary: &'static str) -> Self {
        Self::new(Method::POST, id, summary)
    }

    pub(crate) fn patch(id: &'static str, summary: &'static str) -> Self {
        Self::new(Method::PATCH, id, summary)
    }

    pub(crate) fn delete(id: &'static str, summary: &'static str) -> Self {
        Self::new(Method::DELETE, id, summary)
    }

    pub(crate) fn query(mut self, name: &'static str, meaning: &'static str) -> Self {
        self.query.push((name, meaning));
        self
    }

    pub(crate) fn header(mut self, name: &'static str, meaning: &'static str) -> Self {
        self.headers.push((name, meaning));
        self
    }

    pub(crate) fn body<T: JsonSchema>(mut self) -> Self {
        self.body = Some(|generator| generator.subschema_for::<T>().to_value());
        self
    }

    pub(crate) fn returns<T: JsonSchema>(mut self) -> Self {
        self.returns = Some(|generator| generator.subschema_for::<T>().to_value());
        self
    }

    pub(crate) fn for_agents(mut self) -> Self {
        self.audience = Audience::Agents;
        self
    }

    pub(crate) fn for_local_people(mut self) -> Self {
        self.audience = Audience::LocalPeople;
        self
    }

    pub(crate) fn for_anyone(mut self) -> Self {
        self.audience = Audience::Anyone;
        self
    }

    fn document(&self, path: &str, generator: &mut SchemaGenerator) -> Value {
        let in_path = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).map(|name| {
            json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
        });
        let named = |place: &'static str| move |(name, meaning): &(&str, &str)| json!({"name": name, "in": place, "description": meaning, "schema": {"type": "string"}});
        let in_query = self.query.iter().map(named("query"));
        let in_header = self.headers.iter().map(named("header"));
        let parameters: Vec<Value> = in_path.chain(in_query).chain(in_header).collect();
        let error = generator.subschema_for::<ErrorBody>().to_value();
        let mut responses = Map::new();
        let reply = match self.returns {
            Some(make) => json!({"description": "done", "content": json_content(make(generator))}),
            None => json!({"description": "done"}),
        };
        responses.insert("2XX".into(), reply);
        responses.insert(
            "default".into(),
            json!({"description": "refused", "content": json_content(error)}),
        );
        let mut operation = json!({
            "operationId": self.id,
            "summary": self.summary,
            "tags": [self.audience.tag()],
            "parameters": parameters,
            "responses": responses,
        });
        if let Some(make) = self.body {
            operation["requestBody"] =
                json!({"required": true, "content": json_content(make(generator))});
        }
        operation
    }
}

fn json_content(schema: Value) -> Value {
    json!({"application/json": {"schema": schema}})
}

/// Returns the description of the HTTP API.
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes::table() {
        let method = route.operation.method.as_str().to_lowercase();
        let operation = route.operation.document(route.path, &mut generator);
        let path = paths
            .entry(route.path.to_owned())
            .or_insert_with(|| json!({}));
        path[method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "sayso",
            "version": "1",
            "description": "People answer agents' questions. Over loopback TCP every call needs the session \
                cookie and the `X-Hub-Key` header; on the local socket the user is proven by the system, and \
                an `X-Sayso-Asker` header makes the caller an agent.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "tags": [
            {"name": "people", "description": "A person, on any surface"},
            {"name": "agents", "description": "The agent or script that asks"},
            {"name": "local", "description": "A person at this machine, over the local socket"},
            {"name": "public", "description": "Anyone who passes the gate"},
        ],
        "paths": paths,
        "components": {"schemas": generator.take_definitions(true)},
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn openapi_operation_ids_are_unique_and_references_resolve() {
        let document = openapi();
        let mut ids = HashSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                assert!(ids.insert(id.to_owned()), "{method} {path} repeats {id}");
            }
        }
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"").skip(1) {
            let target = reference.split('"').next().unwrap();
            let pointer = target.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{target}");
        }
        assert!(ids.len() > 15);
    }
}
