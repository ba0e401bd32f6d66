import { canonicalSid, checkIdPattern, eventSidPattern, sidKind } from "../../service/sids";
import { ArgumentError, providerFunction, string } from "../../terraform";

/** Known prefixes of events (docs/design/open-points.md#19). With any two letters, accounts would count as events, too. */
const eventPrefixes = ["TA", "EA", "EV"];

/** `sid_kind`: the kind of object that a SID identifies (docs/design/api.md#identifiers). */
export const sidKindFunction = providerFunction({
  summary: "Returns the kind of object that a SID identifies.",
  description:
    "Returns the kind of object that a SID identifies, based on its prefix:\n\n- the resource type without `rblmonitor_`: `host`, `monitoring_profile`, `source`, `certificate_monitor`, `certificate_profile`, `contact`, or `contact_group`\n- `check` for the id of a manual check\n- `event` for the SID of a webhook event\n\nSends no request, so the object does not need to exist. Fails for any other value.",
  parameters: [
    {
      name: "sid",
      description:
        "SID in upper or lower case: two letters and 32 hexadecimal digits, or 64 digits for the id of a manual check.",
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
        ? `must have a known prefix; no kind of object has the prefix ${sid.slice(0, 2)}`
        : "must be a SID: two letters and 32 hexadecimal digits, or PP and 64 digits for a manual check",
    );
  },
});
