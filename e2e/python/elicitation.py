"""Questions asked in the client itself, with the official Python SDK: both transports and eras.

Started by `cargo xtask e2e python`. The client declares elicitation, so that with the setting
`delivery = elicitation` it gets the question as a form; or the question is answered elsewhere first.
"""

import asyncio
import json

from mcp.types import ElicitResult
from provide_choice import CALL_SECONDS_MAX, ERAS, Sayso, hub_of_arguments, over_http, over_stdio

QUESTION = {
    "title": "Which schema?",
    "prompt": "Migrating the orders table; both layouts work.",
    "selection_mode": "single",
    "options": [
        {"id": "wide", "label": "Wide", "description": "one row each", "recommended": True},
        {"id": "narrow", "label": "Narrow"},
    ],
    "timeout_seconds": 120,
}


class Form:
    """The person in front of the client: fills a form in as told, and notes what became of it."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.withdrawn = asyncio.Event()
        self.params = None
        self.result = None

    def prepare(self, result: ElicitResult, at_once: bool) -> None:
        self.result = result
        for event in (self.asked, self.may_answer, self.withdrawn):
            event.clear()
        if at_once:
            self.may_answer.set()

    async def __call__(self, _context, params) -> ElicitResult:
        self.params = params
        self.asked.set()
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.withdrawn.set()
            raise
        return self.result


def accept(choice: str) -> ElicitResult:
    return ElicitResult(action="accept", content={"choice": choice})


async def record(sayso: Sayso, session_id: str) -> dict:
    """What the hub has on record, after checking that it is what the asker was told."""
    return json.loads(await sayso.run("show", session_id, "--json"))


async def call(client, label: str) -> dict:
    request = {**QUESTION, "title": f"{QUESTION['title']} ({label})"}
    result = await asyncio.wait_for(client.call_tool("provide_choice", request), CALL_SECONDS_MAX)
    assert not result.is_error, result
    return result.structured_content


async def the_form_is_answered(client, sayso: Sayso, form: Form, label: str) -> None:
    form.prepare(accept("narrow"), at_once=True)
    outcome = await call(client, f"{label}, by form")
    assert outcome["selected_ids"] == ["narrow"], outcome
    assert outcome["answered_by"]["surface"] == "elicitation", outcome
    field = form.params.requested_schema["properties"]["choice"]
    assert [option["const"] for option in field["oneOf"]] == ["wide", "narrow"], field
    message = form.params.message
    assert QUESTION["prompt"] in message and "one row each" in message, message
    assert f"/choice/{outcome['session_id']}" in message, message
    stored = await record(sayso, outcome["session_id"])
    assert stored["status"] == "submitted", stored
    assert stored["result"] == {"kind": "choice", **outcome}, stored["result"]
    answered = [event for event in stored["events"] if event["kind"] == "answered"]
    assert answered[0]["data"]["by"]["surface"] == "elicitation", answered


async def declining_cancels(client, sayso: Sayso, form: Form, label: str) -> None:
    form.prepare(ElicitResult(action="decline"), at_once=True)
    outcome = await call(client, f"{label}, declined")
    assert outcome["action_status"] == "cancelled", outcome
    assert outcome["answered_by"]["surface"] == "elicitation", outcome
    assert (await record(sayso, outcome["session_id"]))["status"] == "cancelled"


async def answered_elsewhere_first(client, sayso: Sayso, form: Form, label: str, era: str) -> None:
    form.prepare(accept("narrow"), at_once=False)
    waiting = asyncio.create_task(call(client, f"{label}, elsewhere"))
    await asyncio.wait_for(form.asked.wait(), CALL_SECONDS_MAX)
    session_id = await sayso.question(f"{QUESTION['title']} ({label}, elsewhere)")
    await sayso.run("answer", session_id, "--select", "wide")
    if era == "legacy":
        await asyncio.wait_for(form.withdrawn.wait(), CALL_SECONDS_MAX)
    else:
        # Nothing can reach the client between rounds; what it brings back comes too late.
        form.may_answer.set()
    outcome = await waiting
    assert outcome["selected_ids"] == ["wide"], outcome
    assert outcome["answered_by"]["surface"] == "cli", outcome
    assert (await record(sayso, session_id))["result"] == {"kind": "choice", **outcome}


async def a_destructive_question_is_not_a_form(client, sayso: Sayso, form: Form, label: str) -> None:
    form.prepare(accept("narrow"), at_once=True)
    title = f"Drop it? ({label})"
    request = {**QUESTION, "title": title, "risk": "destructive", "interface": "elicitation"}
    waiting = asyncio.create_task(client.call_tool("provide_choice", request))
    session_id = await sayso.question(title)
    await sayso.run("answer", session_id, "--select", "wide")
    outcome = (await asyncio.wait_for(waiting, CALL_SECONDS_MAX)).structured_content
    if form.asked.is_set():
        assert form.params.mode == "url", form.params
    assert outcome["answered_by"]["surface"] == "cli", outcome


async def check(client, sayso: Sayso, form: Form, label: str, era: str) -> None:
    await the_form_is_answered(client, sayso, form, label)
    print(f"ok: {label}, answered by form", flush=True)
    await declining_cancels(client, sayso, form, label)
    print(f"ok: {label}, declined", flush=True)
    await answered_elsewhere_first(client, sayso, form, label, era)
    print(f"ok: {label}, answered elsewhere first", flush=True)
    await a_destructive_question_is_not_a_form(client, sayso, form, label)
    print(f"ok: {label}, destructive", flush=True)


async def main() -> None:
    sayso, url = hub_of_arguments(__doc__)
    await sayso.run("config", "set", "delivery", "elicitation")
    for era in ERAS:
        form = Form()
        async with over_stdio(sayso, era, elicitation_callback=form) as client:
            await check(client, sayso, form, f"stdio {era}", era)
        form = Form()
        async with over_http(url, era, elicitation_callback=form) as client:
            await check(client, sayso, form, f"http {era}", era)
    left = await sayso.active()
    assert left == [], f"questions left over: {left}"


if __name__ == "__main__":
    asyncio.run(main())
