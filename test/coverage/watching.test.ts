import { covered, sid } from "./accounts";

const [profile, source, other] = [sid("RP", "1"), sid("RB", "1"), sid("RB", "2")];

/** How a profile with these sources watches a host. */
function watchOf(
  host: object,
  entries: readonly string[] | undefined,
  sources: readonly object[],
  { isWhole = true, ...more }: { readonly isWhole?: boolean; readonly sync_method?: string } = {},
) {
  const account = {
    host: [{ id: sid("HT", "1"), host: "192.0.2.1", profile, status: "active", ...host }],
    monitoring_profile: [
      { id: profile, frequency: "1_hour", ...(entries && { entries: [...entries] }), ...more },
    ],
    source: sources as readonly { id: string }[],
  };
  return covered(account, isWhole).objects[0]?.watch;
}

const rbl = { id: source, type: "rbl", status: "active", custom: false };

it.each([
  ["paused", { status: "paused" }, [source], [rbl]],
  ["no_sources", {}, [], [rbl]],
  ["paused_sources", {}, [source], [{ ...rbl, status: "paused" }]],
  ["no_source_of_type", { host: "mx.example.com" }, [source], [rbl]],
  ["no_source_of_type", { host: "2001:db8::1" }, [source], [rbl]],
])("a host is not watched: %s", (reason, host, entries, sources) => {
  expect(watchOf(host, entries, sources)).toEqual({ watched: "no", reason });
});

it.each([
  ["192.0.2.1", "rbl"],
  ["192.0.2.0/30", "rbl"],
  ["2001:db8::1", "rbl_v6"],
  ["mx.example.com", "uribl"],
])("%s is watched by sources of the type %s", (host, type) => {
  const sources = [
    { ...rbl, type },
    { id: other, type: "dnswl", status: "active" },
  ];
  expect(watchOf({ host }, [source], sources)).toMatchObject({
    watched: "yes",
    frequency: "1_hour",
    sources: 1,
  });
});

it("a profile that stays in sync has every active source of the catalogue, and no custom one", () => {
  const custom = [3, 4].map((digit) => ({ ...rbl, id: sid("RB", `${digit}`), custom: true }));
  expect(watchOf({}, undefined, [rbl, ...custom])).toMatchObject({ sources: 1 });
});

it("how closely a profile watches is unknown while its sources are", () => {
  const doubt = { watched: "unknown", frequency: "1_hour" };
  expect(watchOf({}, undefined, [rbl], { isWhole: false })).toEqual(doubt);
  expect(watchOf({}, undefined, [rbl], { sync_method: "copy_once" })).toEqual(doubt);
  expect(watchOf({}, [source], [], { isWhole: false })).toEqual(doubt);
  expect(watchOf({}, [source], [])).toEqual({ watched: "no", reason: "paused_sources" });
});

it.each(["resting", undefined])("a host with status %s may be paused, if something watches it", (status) => {
  expect(watchOf({ status }, [source], [rbl])).toMatchObject({ watched: "unknown", sources: 1 });
  expect(watchOf({ status }, [], [rbl])).toEqual({ watched: "no", reason: "no_sources" });
});

it.each<[string, object, string]>([
  ["that was last checked four weeks ago", { last_checked: "2026-10-31 12:00:00 GMT" }, "yes"],
  ["that was last checked before that", { last_checked: "2026-10-31 11:59:59 GMT" }, "no"],
  ["with a date that cannot be read", { last_checked: "on Saturday" }, "yes"],
  ["without a date", {}, "yes"],
  ["that is paused", { last_checked: "2025-10-31 11:59:59 GMT", status: "paused" }, "no"],
])(
  "a host %s: whether it is watched is what the service does, whatever its settings say",
  (_, more, watched) => {
    const host = { id: sid("HT", "1"), host: "192.0.2.1", profile, status: "active", ...more };
    const account = { host: [host], monitoring_profile: [{ id: profile, entries: [source] }], source: [rbl] };
    const [object] = covered(account, true, Date.parse("2026-11-28T12:00:00Z")).objects;
    expect(object?.watch.watched).toBe(watched);
    expect(covered(account).objects[0]?.watch.reason).toBe("status" in more ? "paused" : undefined);
  },
);

it("the watch of a profile is computed once for all its hosts with addresses of one type", () => {
  const hosts = ["192.0.2.1", "192.0.2.2", "2001:db8::1"].map((host) => {
    return { id: host, host, profile, status: "active" };
  });
  const { objects } = covered({
    host: hosts,
    monitoring_profile: [{ id: profile, entries: [source] }],
    source: [rbl],
  });
  const [first, second, third] = objects.map(({ watch }) => watch);
  expect(second).toBe(first);
  expect(third).not.toEqual(first);
});

it("a source whose type or status no document names leaves it unknown whether a host is watched", () => {
  expect(watchOf({}, [source], [{ ...rbl, type: "rhsbl" }])).toMatchObject({ watched: "unknown" });
  expect(watchOf({}, [source], [{ ...rbl, status: "resting" }])).toMatchObject({ watched: "unknown" });
  expect(watchOf({}, [source, other], [rbl, { ...rbl, id: other, status: "resting" }])).toEqual({
    ...{ watched: "yes", frequency: "1_hour", sources: undefined },
  });
});

it("a source without a status is active, as the API documents none, and may be built in or not", () => {
  const { status: _, ...bare } = rbl;
  expect(watchOf({}, [source], [bare])).toMatchObject({ watched: "yes", sources: 1 });
  const { custom: __, ...unmarked } = rbl;
  expect(watchOf({}, [source], [unmarked])).toMatchObject({ watched: "yes", sources: 1 });
  expect(watchOf({}, undefined, [unmarked])).toMatchObject({ watched: "unknown" });
});

it("a certificate monitor is not watched once all alerts of its profile are off", () => {
  const id = sid("CP", "1");
  const flags = {
    alert_on_name_mismatch: false,
    alert_on_ca_failure: false,
    alert_on_connection_failure: false,
    alert_on_caa_failure: false,
    alert_on_misconfigurations: false,
    alert_on_changes: false,
  };
  const monitor = { id: sid("CM", "1"), hostname: "a.example.com", profile: id, status: "active" };
  const watch = (more: object) =>
    covered({ certificate_monitor: [monitor], certificate_profile: [{ id, ...flags, ...more }] }).objects[0]
      ?.watch;
  expect(watch({ alert_on_expiration: false })).toEqual({ watched: "no", reason: "no_alerts" });
  expect(watch({ alert_on_expiration: true, expiration_thresholds: [] })).toMatchObject({ watched: "no" });
  expect(watch({ alert_on_expiration: true })).toMatchObject({ watched: "unknown" });
  expect(watch({ alert_on_expiration: true, expiration_thresholds: [7] })).toMatchObject({
    watched: "yes",
    alerts: ["alert_on_expiration"],
  });
});
