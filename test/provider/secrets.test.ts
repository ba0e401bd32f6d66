import { everyAttribute, type Place } from "./configurables";

const places = everyAttribute();
const nameOf = ([path]: Place) => path.slice(path.lastIndexOf(".") + 1);

/** What a name says that holds a secret; `args_wo_version` and `contact_args_encoding` say something else. */
const secret = /(^|_)(token|code|secret|arg|key|password|credential)s?(_wo)?$/;

/** Names that only look so, and why. */
const harmless: Readonly<Record<string, string>> = {
  custom_codes: "DNS response codes, which anybody may ask for",
};

describe("an attribute whose name says that it holds a secret", () => {
  const secrets = places.filter((place) => secret.test(nameOf(place)) && !(nameOf(place) in harmless));

  it.each([
    "provider.auth_token",
    "rblmonitor_contact.args",
    "rblmonitor_contact.args_wo",
    "rblmonitor_contact.confirmation_code_wo",
    "action.rblmonitor_confirm_contact.confirmation_code_wo",
  ])("is one such as %s", (path) => {
    expect(secrets.map(([known]) => known)).toContain(path);
  });

  it("is sensitive", () => {
    expect(secrets.filter(([, { parts }]) => parts.sensitive !== true).map(([path]) => path)).toEqual([]);
  });

  it("is excepted only if there is an attribute of that name", () => {
    const names = new Set(places.map(nameOf));
    expect(Object.keys(harmless).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe("a write-only attribute", () => {
  const writeOnly = places.filter(([, { parts }]) => parts.writeOnly === true);
  const paths = new Set(places.map(([path]) => path));

  it("is sensitive, and ends in _wo", () => {
    expect(writeOnly.length).toBeGreaterThan(0);
    for (const [path, { parts }] of writeOnly) {
      expect([path, parts.sensitive]).toEqual([path, true]);
      expect(path).toMatch(/_wo$/);
    }
  });

  it("has a version by which Terraform sees a change, but in actions, which have no state", () => {
    const kept = writeOnly.filter(([path]) => !path.startsWith("action."));
    expect(kept.map(([path]) => `${path}_version`).filter((path) => !paths.has(path))).toEqual([]);
  });

  it("is in no data source, which keeps all that it is given", () => {
    expect(writeOnly.filter(([path]) => path.startsWith("data."))).toEqual([]);
  });
});
