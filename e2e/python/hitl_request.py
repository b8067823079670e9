"""Every row of the `hitl_request` contract with the official Python SDK, both transports and eras.

Started by `cargo xtask e2e python` behind `provide_choice.py`, whose hub and clients it shares.
"""

import asyncio

from provide_choice import CALL_SECONDS_MAX, ERAS, Sayso, hub_of_arguments, over_http, over_stdio

TOOL = "hitl_request"
OPTIONS = ["Yes", {"id": "no", "label": "No", "description": "Wait for the review."}]
WRONG, UNDECIDED = 1, 6
REFUSED = [
    ("free_text_unsupported", {"freeText": True}),
    ("free_text_unsupported", {"placeholder": "why"}),
    ("free_text_unsupported", {"selection_mode": "text_input"}),
    ("options_required", {"options": []}),
    ("option_label_duplicate", {"options": ["Yes", "yes"]}),
    ("option_label_required", {"options": ["Yes", " "]}),
    ("default_option_unknown", {"defaultOption": "Maybe"}),
    ("confirmation_message_unused", {"confirmationMessage": "Really?"}),
]


def summary(structured: dict) -> tuple:
    """What the row promises, after checking that success is never claimed without a confirmation."""
    confirmed = structured["status"] == "confirmed"
    assert structured["ok"] is confirmed and structured["confirmed"] is confirmed, structured
    assert structured["requestId"] and structured["message"], structured
    chosen = (structured["selectedOption"], structured["selectedOptionId"])
    return (structured["status"], *chosen, structured["source"])


async def asked(client, sayso: Sayso, question: str, **changes):
    request = {"question": question, "options": OPTIONS, **changes}
    call = asyncio.create_task(client.call_tool(TOOL, request))
    request_id = await sayso.question(question)
    assert not call.done(), "the call ended before anybody answered"
    return request_id, call


async def told(call) -> tuple:
    result = await asyncio.wait_for(call, CALL_SECONDS_MAX)
    assert not result.is_error, result
    return summary(result.structured_content)


async def decided(client, sayso: Sayso, label: str) -> None:
    """One act, two acts, one act that takes the second along, and every way to say no."""
    twice = {"requireConfirmation": True, "confirmationMessage": "It goes live at once."}
    yes, no = ("confirmed", "Yes", "opt_1", "user"), ("confirmed", "No", "no", "user")
    canceled = ("canceled", None, None, "user")

    request_id, call = await asked(client, sayso, f"Deploy? ({label})", defaultOption="no")
    await sayso.ends_with(WRONG, "answer", request_id, "--select", "maybe")
    await sayso.run("answer", request_id, "--select", "opt_1")
    assert await told(call) == yes

    request_id, call = await asked(client, sayso, f"Deploy in two steps? ({label})", **twice)
    await sayso.ends_with(UNDECIDED, "answer", request_id, "--select", "no")
    assert not call.done(), "a selection counted before it was confirmed"
    await sayso.run("answer", request_id, "--confirm")
    assert await told(call) == no

    request_id, call = await asked(client, sayso, f"Deploy at once? ({label})", **twice)
    await sayso.run("answer", request_id, "--select", "opt_1", "--confirm")
    assert await told(call) == yes

    request_id, call = await asked(client, sayso, f"Deploy or decline? ({label})", **twice)
    await sayso.ends_with(UNDECIDED, "answer", request_id, "--select", "opt_1")
    await sayso.run("cancel", request_id)
    assert await told(call) == canceled

    request_id, call = await asked(client, sayso, f"Deploy or cancel? ({label})")
    await sayso.run("cancel", request_id)
    assert await told(call) == canceled


async def timed_out(client, sayso: Sayso, label: str) -> None:
    await sayso.run("config", "set", "timeout_min_seconds", "1")
    request = {"question": f"Deploy in time? ({label})", "options": OPTIONS, "timeoutMs": 1}
    call = asyncio.create_task(client.call_tool(TOOL, request))
    assert await told(call) == ("timeout", None, None, "timeout")


async def refused(client, sayso: Sayso, label: str) -> None:
    for code, changes in REFUSED:
        request = {"question": f"Refused? ({label})", "options": OPTIONS, **changes}
        result = await client.call_tool(TOOL, request)
        structured = result.structured_content
        assert result.is_error and structured["error"]["code"] == code, (code, structured)
        assert structured["ok"] is False and structured["status"] == "error", structured
    assert await sayso.active() == [], "a person was asked"
    forged = await client.call_tool(TOOL, {"requestId": "0" * 32})
    assert forged.is_error, forged
    assert forged.structured_content["error"]["code"] == "unknown_session", forged


async def check(client, sayso: Sayso, label: str) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    tool = tools[TOOL]
    assert tool.input_schema and tool.output_schema and tool.annotations and tool.description, tool
    await decided(client, sayso, label)
    print(f"ok: {label}, hitl_request decided in every way", flush=True)
    await timed_out(client, sayso, label)
    print(f"ok: {label}, hitl_request timed out", flush=True)
    await refused(client, sayso, label)
    print(f"ok: {label}, hitl_request refused", flush=True)


async def main() -> None:
    sayso, url = hub_of_arguments(__doc__)
    await sayso.run("config", "set", "interface", "web")
    for mode in ERAS:
        async with over_stdio(sayso, mode) as client:
            await check(client, sayso, f"stdio {mode}")
        async with over_http(url, mode) as client:
            await check(client, sayso, f"http {mode}")
    await sayso.run("config", "set", "interface", "auto")


if __name__ == "__main__":
    asyncio.run(main())
