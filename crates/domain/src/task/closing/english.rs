//! English phrases.

use super::language::Language;

pub(super) static ENGLISH: Language = Language {
    unmarked: &[
        "^would you like|do you want|would you prefer|would you mind|could you|can you",
        "^should|shall|may + i|we",
        "^which + one|option|approach",
        "^how|what + would you like|should i",
    ],
    reported: &[
        "asks|asked|asking|prompts|prompted|says|said|reads|shows|prints|printed|titled|named * :",
        "replies|responds|answers with|greets|displays|outputs * :",
        "asked myself|ask myself|wondered|wondering|you asked|you were asking|you wanted to know",
        "question was|questions like|the question of|question is whether",
        "the + user|prompt|dialog|wizard|script|tool|command|form * asks|asked|prompts|confirms|waits|can choose",
        "users|it * asks|asked|prompts|confirms|waits|must|needs to",
        "considered|thought about|debated * whether|if",
    ],
    described: &[
        "^nothing|none|no one|nobody",
        "^no + further|action|decision|decisions|input|approval|open",
        "fixed|fixes|resolved|resolves|handles|reproduced * cannot|can't|unable|blocked|stuck|missing",
        "now|no longer|previously|used to * must|need|needs|require|requires|required|cannot|can't|have to",
        "users|customers|clients|callers * must|need|needs|require|required|cannot|can't|have to",
    ],
    polite_question: &[
        "anything|something|what + else * i can|i could|can i|you need|you'd like|you would like|you want|help \
         |today",
        "any + other|further + help|questions",
        "^anything else$",
        "^any questions|questions|questions so far$",
        "how + can|may|else can + i|i help",
        "can i + help|assist",
        "does + that|this + help",
        "you have + any|other|more + questions",
        "neat|cool|nice|great|awesome|easy|simple|handy|elegant|sweet|fun|not bad * right|huh|eh|isn't it|no$",
        "^how cool|isn't that|isn't it|what could possibly|what could go wrong|what's not to",
        "^who + doesn't|wouldn't|would|is going to|needs|cares",
        "^who's going to|does anyone|would anyone",
    ],
    rhetorical: &[
        "^why|how come|what gives|what if|so what|now what|isn't|wasn't|what about|remember",
        "^how + does|did|do we|is|was|are",
        "^what + does|did|was|were|is going on|happened|happens|changed|causes|caused|went|makes|have i|remains",
        "^what's + going on|new|next|left",
        "^can|could|do|would + we|we really",
        "^would|could|can + that|this|it",
        "^is + this|it|there + really|a better",
        "^was it|did it|does it|does that mean|can you believe",
        "^want|need + to|more|help|a|the|an",
        "^looking for|curious|having trouble|wondering|interested in",
    ],
    question: &[
        "you|your|yours",
        "should|shall|may|can|could|do|am|must|might|will|did + i",
        "should|shall|do|are + we",
        "let me|for me|me to|if i|that i|i should|i go|i need",
        "^should|shall",
        "which",
        "what|where|when|who|how + should",
        "ok|okay|fine|alright|all right|good|safe|worth it|worthwhile|good idea * to|with|if|for|by",
        "is|are|does|would|will * ok|okay|acceptable|alright|all right|fine|a concern|a problem|agreed|make sense",
        "is|are|does|would|will * desired|intended|wanted|what we want|appropriate",
        "sound|sounds|look|looks * good|right|ok|okay|reasonable|fine|correct",
        "^go ahead|proceed|continue|thoughts|agreed|agree|ready|approve|ok|okay|yes or no|deal",
        "^any + thoughts|preference|preferences|objections|objection|favourites|favorites",
        "proceed|continue|go ahead|move forward|go on|carry on$",
        "or + not|leave|keep|should|do|is|would|can|just|something else",
        "^is|are|does|do|will + it|the|this|these * or",
        "want|need|prefer * me",
        "mind + if|me",
        "prefer|preferred|preference",
        "y/n|yes/no",
    ],
    approval: &[
        "i|i'm|i'd|i've|i'll * without + your * approval|consent|permission|okay|ok|go-ahead|confirmation \
         |say-so|input",
        "welcome|needed|wanted|appreciated * before + i|we",
        "if you + can|could|would|send|share|provide|paste|give|grant|upload|point|tell * i can|i'll|i will \
         |i could",
        "if + this|that|it|everything|all|the plan|the above|the approach|the outline * looks|look|sounds \
         |sound|works|is ok|is okay|is fine|is good|is right|is acceptable|is correct|is what * i'll|i will \
         |i can|we can|i'd|let me know|say|reply|tell me",
        "if + you agree|you approve|you confirm|you like|you give|no objections|there are no objections * i'll \
         |i will|i can|we can|i'd",
        "if + you're|you are|that's|that is * happy|ok|okay|fine|good|comfortable|satisfied|on board * i'll \
         |i will|i can|we can|i'd",
        "^if so|if not|if no|otherwise * i'll|i will|i can",
        "i|i'll|i'm|i've|we * until|till|unless + you|you've|i hear|i have|i get",
        "^waiting|holding|paused|stopped|on hold * until|till|for + you|your|i hear",
        "once|when|as soon as * i have|i get|i hear|i know * your|you|answers|answer|that|it|this",
        "awaiting|waiting for|waiting on|wait for|await|pending + your|you",
        "^awaiting|waiting for|waiting on|pending * approval|confirmation|decision|answer|input|reply|response \
         |feedback|go-ahead|instructions|review|green light|sign-off",
        "ready to * when you|on your|once you|as soon as you|whenever you|if you approve|if you agree|with your",
        "ready when you are|standing by|say the word|say go|give the word|at your word|on your signal|explicit yes",
        "give + me|the + the|green light|go-ahead|nod",
        "your|explicit + approval|sign-off|go-ahead|consent|permission|green light|blessing|ok|okay \
         |confirmation * before|first|to|needed|required|for|is",
        "i'd like|i would like|i want|i need|need|needs|requires|require|like to have|get * your + sign-off \
         |approval|input|confirmation|go-ahead|decision|ok|okay|opinion|permission|blessing|feedback|answer \
         |preference",
        "i won't|i will not|i haven't|i have not|i'm not going to|hold off|holding off|i'll hold|i'll wait \
         |i will wait * until|till|without|before * you|your",
        "let me know|tell me|say * if|when|once * proceed|go ahead|continue|start|begin|looks good|sounds good \
         |works for you|i should|ok|okay|approve|agree|acceptable|right direction|move forward|good to go \
         |carry on",
        "let me know|tell me * before i",
    ],
    missing: &[
        "i'm missing|i am missing|i lack|i don't have|i do not have|i have no * value|values|access|key|keys \
         |credentials|permission|permissions|token|password|information|details",
        "would|will|could + let|allow|help|enable|unblock + me",
        "^stuck|blocked",
        "i need|i'll need|i will need|i'd need|i would need|i still need|i'm going to need|i am going to need \
         |i also need|i only need|i just need + the|your|a|an|you|access|more|some|either|to know \
         |to understand|to confirm|clarification|permission",
        "needs|need|requires|require * from you|by you|from your side|your decision|your input|your answer",
        "i can't|i cannot|i can not|unable to|not able to|i won't be able to|i could not * proceed|continue \
         |go on|go further|go any further|move forward|move on|go ahead",
        "i can't|i cannot|i can not|i'm unable to|i am unable to|i'm not able to|i won't be able to * without \
         |until|unless|as long as",
        "i'm|i am|this is|we're|we are|work is|currently + blocked|stuck",
        "blocked + on|by",
        "decision|input|action + needed|required",
        "blocking question|needs your",
        "is|are + required|necessary|needed|missing * to proceed|to continue|before i|before we|to go on",
        "isn't|not|i'm|it's + clear|unclear|unsure|sure * which you|what you|whether you|you mean|you meant \
         |to me which|to me what|to me whether|you want|you prefer",
    ],
    firm_request: &[
        "please|kindly + confirm|approve|choose|pick|select|decide|specify|clarify|advise|reply|respond|answer \
         |tell me|indicate|grant|supply|state|give me|send|paste",
        "please|kindly + let me know + which|what|how|whether|when|your",
        "please|kindly + provide|share|enter|type|fill in|set|add|log in|sign in|authenticate|run|install \
         |enable|open * let me know|tell me|and i'll|and i will|then i|so i can|so that i|before i|i can|i'll",
        "^let me know|tell me|lmk|advise|inform me * which|whether|when|where|who|how you|how to|how i|how we \
         |what to|what you'd|what you would|what you want|what you prefer|what should|what i|what the|your \
         |either way|once",
        "let me know|tell me + which|whether|what to|what you",
        "let me know if * or if|or whether|or not",
        "^reply|respond|answer|type|say|write * to|or|and|if",
        "y/n|yes/no|[y/n]",
    ],
    courtesy: &[
        "let me know|tell me|ping me|reach out|shout|holler|ask|say so|contact|get in touch|message me * if \
         |should|whenever|with|for|about * any|anything|questions|problem|problems|issue|issues|trouble \
         |something|further|more help|unclear|else|still|persists|fails|breaks|adjust|adjusted|adjustments \
         |changes|change|tweaks|tweak|concerns|off|wrong|different|differently|unexpected|assistance|feedback",
        "feel free|don't hesitate|do not hesitate|happy to help|glad to help|glad i could|here to help \
         |here if you|always here|enjoy|happy coding|good luck|cheers|thanks|thank you|you're welcome \
         |my pleasure",
        "hope + this|that|it",
        "have a + great|good|nice",
        "^any questions|questions * ask|let me know|ping",
        "let me know how + it|that|you + goes|works|get on",
        "^if you + have|run into|encounter|hit|see|notice|find|spot * let me know|tell me|ask|reach|ping|just \
         |say|contact|i'm here|happy|shout|i can|i'll",
        "^if + anything|something|there's anything|there is anything * let me know|tell me|ask|reach|ping|just \
         |say|contact|i'm here|happy|shout|i can|i'll",
        "^should you * let me know|tell me|ask|reach|ping|i can|i'll",
    ],
    offer: &[
        "if you + want|'d like|like|would like|wish|prefer|need * i can|i could|i'll|i will|we can|happy to \
         |glad to|let me know|just|tell me|say|ask|i'd|can",
        "if you'd + like|prefer * i can|i could|i'll|i will|we can|happy to|let me know|just|tell me|say|ask",
        "if + needed|useful|helpful|desired|necessary|it helps * i can|i could|i'll|i will|we can|can",
        "i can|i could|we can|we could|i'll|can|i'd be|happy to|glad to * if you + want|like|would like|wish \
         |prefer|need|ask",
        "i can|i could|we can|we could|i'll|can|i'd be|happy to|glad to * if you'd + like|prefer",
        "i can|i could|we can|we could|i'll * if + needed|useful|helpful|desired|necessary",
        "happy to|glad to|i'd be happy|i would be happy|i'm happy",
        "let me know|tell me|just say|just ask|ask me|say so * if|should|to|and i'll|and i can",
    ],
    request: &[
        "only you + can|could",
        "open|remaining + points|questions|decisions|issues * you|your",
        "if|once|when|after|as soon as + you|you're|you've|you are|you have|you can|your * i'll|i will|i can|i'd",
        "i'll|i will|i can|i'd * if|once|when|after|as soon as + you|you're|you've|you are|you have|your",
        "would|i'd|i could * love|appreciate|like|use|welcome + your|you to|to hear",
        "^confirm|choose|pick|select|specify|clarify|decide|approve|vote for * or|which|whether|one|below \
         |before|an option|a number|to continue|to proceed|your",
        "^provide|share|send me|paste|give me|point me to|show me * the|your|a|me|to",
        "please|kindly + provide|share|enter|type|fill in|upload|attach|point me|show me|pass|log in|sign in \
         |authenticate|resolve",
        "let me know|tell me$",
        "^you + decide|choose|pick",
        "^your + call|choice|decision$",
        "it's|is + your + call|choice|decision",
        "could use + some|your|a + guidance|help|input|advice|direction|hint|pointer",
        "up to you|over to you|defer to you|leave it to you|leave that to you|ball is in your court",
        "the decision|the choice + is yours",
        "i'd like|i would like|i'd love|i want + to know",
        "i have + a|one|some|a few|two|three + question|questions",
        "question|questions + for you",
        "could use|would appreciate|looking for|need|want + your",
        "^one|quick|one last|open + question",
    ],
    review: &[
        "let me know|tell me|curious|interested|like to hear|love to hear * what you think|thoughts|your opinion",
        "please|kindly|you can|could you * review|check|take a look|have a look|look over|look at|verify \
         |inspect|read",
        "feedback|comments|thoughts * welcome|appreciated",
    ],
    answer: &[
        "<yes|no|nope|yep|because|since|sure|never|always|none|nothing|neither|indeed|simply|absolutely|definitely",
        "<certainly|clearly|actually|probably|possibly|perhaps|turns out|it turns out|of course|well|in short",
        "<not + really|quite|necessarily|before|yet",
        "<i + don't think|do not think|doubt|think so|decided|went|assumed|chose|settled|concluded",
        "<the answer|short answer|simple|only if|only when|by|thanks to|we",
        "<it|that|this + is not|isn't|does|doesn't|did|would|is because",
        "<it's not|that's because|it is:",
        "<run|use|see|try|just|call|set|open|check",
    ],
    decided: &[
        "so|therefore|hence|thus + i|i've|we|it * left|kept|chose|used|picked|went|removed|added|made|decided \
         |skipped|moved|put|changed|reverted|stayed|stays|raised|is",
        "i + went ahead|went with|went for|decided|opted|settled on|assumed|chose|picked|took the liberty \
         |ended up|concluded|proceeded",
        "i've|i have + decided|assumed|opted|chosen",
        "i|i've|i have + left|kept|removed|deleted|fixed|dropped|used|replaced|switched|changed|added \
         |implemented|pinned|inlined|rebuilt",
    ],
    undecided: &[
        "for now|until|not yet|haven't|have not|so far|tentatively|temporarily|in the meantime|unless you \
         |but i can|would|if you",
        "i + found|noticed|see|saw|checked|looked|verified|couldn't|could not|can't|was unable|only",
        "don't|doesn't|didn't|do not|does not|did not|isn't|aren't|wasn't|not|no|nothing|nowhere|neither \
         * mention|mentions|mentioned|say|says|specify|specified|define|defined|document|documented|cover \
         |listed|tell|find|found|see|clear|obvious|state|stated|given|know",
        "there are + two|several|three",
        "there is no|there's no|unclear|can't tell|missing|unspecified|contradict|both|ambiguous|has not been \
         |hasn't been",
    ],
    done: &[
        "^done|completed|complete|finished|fixed|implemented|added|updated|removed|refactored|deployed|pushed \
         |committed|resolved|merged|created|renamed|moved|wrote|rewrote|migrated|reverted|replaced|changed \
         |cleaned|all set",
        "i|i've|we|we've|i have|we have * added|fixed|updated|removed|implemented|refactored|created|written \
         |wrote|rewritten|rewrote|changed|moved|replaced|renamed|deployed|pushed|committed|merged|reverted \
         |completed|finished|made|set up|cleaned|resolved|migrated|applied|built|installed|configured|verified",
        "is|are|was|were|has been|have been * done|complete|completed|finished|fixed|implemented|added|updated \
         |removed|resolved|deployed|pushed|committed|merged|in place|ready|live|working|applied|reverted",
        "now + works|uses|shows|returns|has",
        "works now|all tests|all green|pass|passed|passes|passing",
    ],
    planned: &[
        "plan|proposal|proposed|propose|draft|outline|approach|design|strategy|spec|going to|intend|next i \
         |before i",
        "i + will|would",
        "i'll|i'd",
    ],
    addresses: &["you|your|please"],
    list_asks: &[
        "question|questions|clarify|clarification|clarifications|confirm|know|decide|decisions|decision \
         |before i|before we|answer|input|unclear|need|tell me|wondering|open points|your|you",
    ],
    list_reports: &[
        "created|wrote|generated|built|added|contains|includes|consists|asks|asked|prompts|answers|answered \
         |explains|describes|documents|covers|cover|handles|checks",
        "faq|frequently asked|tests|test cases|wizard|form|survey|quiz|questionnaire|interview|examples \
         |example|such as|page|section|sections|headings|docs|guide",
    ],
    chooses: &[
        "which|choose|pick|select|prefer|option|options|or|either|thoughts|preference|one of|your call",
        "how + would you like|should i|do you want",
        "what + should|would you",
    ],
};
