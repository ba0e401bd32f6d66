import { canonicalSid, checkIdPattern, eventSidPattern, sidKind } from "../../service/sids";
import { ArgumentError, providerFunction, string } from "../../terraform";

/** Prefixes of events that are documented or seen (docs/design/open-points.md#19); with any two capitals, accounts would be events, too. */
const eventPrefixes = ["TA", "EA", "EV"];

/** `sid_kind`: which kind of object a SID names (docs/design/api.md#identifiers). */
export const sidKindFunction = providerFunction({
  summary: "The kind of object that a SID names.",
  description:
    "Tells by its prefix what a SID names, in the words of this provider: `host`, `monitoring_profile`, `source`, `certificate_monitor`, `certificate_profile`, `contact` or `contact_group`, which with `rblmonitor_` before it is the type of the resource; `check` for the id of a manual check and `event` for that of a webhook event. Nothing is asked of the service, so the object need not exist. What is none of these is an error.",
  parameters: [
    {
      name: "sid",
      description:
        "A SID in either letter case: two letters and 32 hexadecimal digits, or 64 for the id of a manual check.",
      shape: string(),
    },
  ],
  returns: string(),
  call(given) {
    const sid = canonicalSid(given);
    const kind = sidKind(sid);
    if (kind !== undefined) return kind;
    if (checkIdPattern.test(sid)) return "check";
    const isSid = eventSidPattern.test(sid);
    if (isSid && eventPrefixes.includes(sid.slice(0, 2))) return "event";
    throw new ArgumentError(
      0,
      isSid
        ? `has the form of a SID, but no kind of object has the prefix ${sid.slice(0, 2)}`
        : "is no SID: that is two letters and 32 hexadecimal digits, or PP and 64 for a manual check",
    );
  },
});
