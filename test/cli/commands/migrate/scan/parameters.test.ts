import { scanned } from "./scanned";

const same = null;
const flag = "true or false instead of 1 or 0";
const pages = "page_size, which is 100 instead of 20 unless it is sent";
const schedule = "schedule, which is still required and is deprecated";
const sourceType = "type, which may also be rbl_v6";

/** The table of parameters (docs/design/api-3.0.md#parameters): operation, path, and what becomes of each parameter. */
const rows: readonly (readonly [string, string, Readonly<Record<string, string | null>>])[] = [
  ["Start check", "/check/start", { host: same, callback: same, details: flag }],
  ["Check status", "/check/status", { id: "the last segment of the path", details: flag }],
  ...["List hosts /hosts", "Listings /listings", "List profiles /rblprofiles", "List RBLs /rbls"].map(
    listRow,
  ),
  ...["List contacts /contacts", "List groups /contactgroups"].map(listRow),
  [
    "Add host",
    "/host/add",
    {
      host: same,
      name: same,
      type: "leave it out: it follows from the host",
      rbl_profile: "profile",
      contact_group: "contact_group, required: one or more SIDs with commas between",
    },
  ],
  ["Update host", "/host/update/HT", { name: same, rbl_profile: "profile", contact_group: same }],
  [
    "Add profile",
    "/rblprofile/add",
    { name: same, frequency: same, is_default: flag, entries: same, sync_method: same },
  ],
  [
    "Update profile",
    "/rblprofile/update/RP",
    { name: same, is_default: flag, entries: same, frequency: same, sync_method: same },
  ],
  ["Add RBL", "/rbl/add", { type: sourceType, host: same }],
  ["Update RBL", "/rbl/update/RB", { type: sourceType, host: same }],
  [
    "Add contact",
    "/contact/add",
    { contact: same, type: same, schedule, contact_group: "contact_group, which is required" },
  ],
  ["Update contact", "/contact/update/CO", { schedule, contact_group: same }],
  ["Confirm contact", "/contact/confirm/CO", { authcode: same }],
  ["Add group", "/contactgroup/add", { name: same, is_default: flag }],
  ["Update group", "/contactgroup/update/CG", { name: same, is_default: flag }],
];

function listRow(row: string): readonly [string, string, Readonly<Record<string, string | null>>] {
  const [, operation = "", path = ""] = /^(.*) (\/.*)$/.exec(row) ?? [];
  return [operation, path, { page: same, page_size: pages }];
}

/** Ways in which programs name the parameters of a call. */
const styles: Readonly<Record<string, (path: string, names: readonly string[]) => string>> = {
  "a form of curl": (path, names) =>
    `curl ${names.map((name) => `-d ${name}="$V"`).join(" ")} "$BASE/3.0${path}.json"`,
  "an array of PHP": (path, names) =>
    `$r = post($base . '/3.0${path}.json', array(\n${names.map((name) => `  '${name}' => $v,`).join("\n")}\n));`,
  "an object of JavaScript": (path, names) =>
    `const body = { ${names.map((name) => `${name}: v`).join(", ")} };\nsend(\`\${base}/3.0${path}.json\`, body);`,
  "a dictionary of Python": (path, names) =>
    `data = {${names.map((name) => `"${name}": v`).join(", ")}}\npost(BASE + "/3.0${path}/.json", data=data)`,
  "keyword arguments": (path, names) =>
    `post("https://api.example.com/3.0${path}.json", ${names.map((name) => `${name}=v`).join(", ")})`,
  "a builder": (path, names) =>
    `var url = new Url("https://api.example.com/3.0${path}.json");\n${names.map((name) => `form.append("${name}", v);`).join("\n")}`,
  "a query": (path, names) =>
    `get("https://api.example.com/3.0${path}.json?${names.map((name) => `${name}=0`).join("&")}")`,
};

describe.each(rows)("%s: %s", (operation, path, parameters) => {
  const names = Object.keys(parameters);
  const whole = path.replace(/[A-Z]{2}$/, (prefix) => prefix + "0a".repeat(16));
  const usual = Object.keys(styles).filter(
    (style) => style !== "a query" || /^(?:List|Check)/.test(operation),
  );

  it.each(usual)(`reports what becomes of ${names.join(", ")} in %s`, async (style) => {
    const text = styles[style]?.(whole, names) ?? "";
    const { findings } = await scanned({ "program.txt": text });
    const found = findings.find((one) => one.operation === operation)?.parameters ?? [];
    expect(Object.fromEntries(found.map(({ name, replacement }) => [name, replacement]))).toEqual(parameters);
  });
});

describe("a parameter", () => {
  it("is that of the nearest call that takes it", async () => {
    const text = [
      "post(base + '/3.0/contact/add.json', {",
      "  type: 'email',",
      "});",
      "post(base + '/3.0/host/add.json', {",
      "  type: 'rbl',",
      "});",
    ].join("\n");
    const { findings } = await scanned({ "a.js": text });
    const types = findings.flatMap(({ operation, parameters = [] }) =>
      parameters.map(({ name, line }) => [operation, name, line]),
    );
    expect(types).toEqual([
      ["Add contact", "type", 2],
      ["Add host", "type", 5],
    ]);
  });

  it("that only this service has is found without a call", async () => {
    const { findings } = await scanned({ "form.html": `<select name="rbl_profile">` });
    expect(findings).toMatchObject([
      { type: "parameter", found: "rbl_profile", replacement: "profile", point: 6 },
    ]);
  });

  it("is not taken for one where it is a variable, a function or another word", async () => {
    const text = "$host = $x;\nhost(name);\nmy_type=1;\nrename(a)\npost('/3.0/host/add.json', $fields)";
    const { findings } = await scanned({ "a.php": text });
    expect(findings.find(({ operation }) => operation === "Add host")?.parameters).toEqual([]);
  });
});
