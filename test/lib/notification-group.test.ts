import { contactTypes } from "../../src/service/enumerations";
import { libraries, namesOf, synthesised } from "./libraries";

describe.each(libraries)("a notification group for %s", (_, library) => {
  const { Contact, Contacts, Host, NotificationGroup } = library.constructs;
  const { TerraformStack: Stack, TerraformVariable } = library.sdk;
  type Given = Extract<ConstructorParameters<typeof NotificationGroup>[2]["contacts"], readonly unknown[]>;

  const group = (contacts: Given) =>
    synthesised(library, (stack) => {
      new NotificationGroup(stack, "ops", { name: "Operators", contacts });
    });
  const contactsOf = (contacts: Given) => Object.values(group(contacts).resource.rblmonitor_contact ?? {});

  it("is a contact group with contacts in it, and can be passed as the group", () => {
    const { resource } = synthesised(library, (stack) => {
      const contacts = [Contacts.email("postmaster@example.com", { contactGroups: ["CG"] })];
      const ops = new NotificationGroup(stack, "ops", { name: "Operators", contacts, isDefault: true });
      new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile: "RP", contactGroups: [ops] });
    });
    const id = `\${rblmonitor_contact_group.ops.id}`;
    expect(resource.rblmonitor_contact_group?.ops).toMatchObject({
      ...{ name: "Operators", is_default: true },
      lifecycle: { create_before_destroy: true },
    });
    expect(Object.values(resource.rblmonitor_contact ?? {})).toEqual([
      expect.objectContaining({
        type: "email",
        contact: "postmaster@example.com",
        contact_groups: [id, "CG"],
      }),
    ]);
    expect(resource.rblmonitor_host?.mx?.contact_groups).toEqual([id]);
  });

  it("has contacts of every type", () => {
    const made = Object.getOwnPropertyNames(Contacts).flatMap((name) => {
      const make = Contacts[name as keyof typeof Contacts] as unknown;
      return typeof make === "function"
        ? [make("somewhere") as { readonly type: string } & Given[number]]
        : [];
    });
    expect(made.map(({ type }) => type)).toEqual([...contactTypes]);
    expect(contactsOf(made)).toHaveLength(contactTypes.length);
  });

  it("passes on the options of a contact", () => {
    const reported = { args: { a: "1" }, argsWo: { b: "2" }, argsWoVersion: 3, paused: true };
    const confirmed = { confirmationCodeWo: "code", confirmationCodeWoVersion: 4 };
    expect(
      contactsOf([Contacts.endpoint("https://alerts.example.com", { ...reported, ...confirmed })]),
    ).toEqual([
      expect.objectContaining({
        args: { a: "1" },
        args_wo: { b: "2" },
        args_wo_version: 3,
        confirmation_code_wo: "code",
        confirmation_code_wo_version: 4,
        paused: true,
      }),
    ]);
  });

  it("has the same names in Terraform in any order", () => {
    const contacts = [Contacts.email("a@example.com"), Contacts.sms("+15550100"), Contacts.telegram("chat")];
    const names = namesOf(group(contacts), "rblmonitor_contact");
    expect(names).toHaveLength(3);
    expect(namesOf(group([...contacts].reverse()), "rblmonitor_contact")).toEqual(names);
  });

  it("shows nothing in a name of a destination that may be secret", () => {
    const names = namesOf(
      group([Contacts.slack("https://hooks.example.com/T0/s3cret")]),
      "rblmonitor_contact",
    );
    expect(names).toEqual([expect.stringMatching(/^ops_slack-[0-9a-f]{8}_[0-9A-F]{8}$/)]);
  });

  it("names a contact by its id if given, or by the variable that its destination comes from", () => {
    const names = namesOf(
      synthesised(library, (stack) => {
        const { stringValue } = new TerraformVariable(stack, "key", { type: "string", sensitive: true });
        const contacts = [
          Contacts.pagerduty(stringValue),
          Contacts.discord("https://d.example.com", { id: "chat" }),
        ];
        new NotificationGroup(stack, "ops", { name: "Operators", contacts });
      }),
      "rblmonitor_contact",
    );
    expect(names).toEqual([
      expect.stringMatching(/^ops_chat_[0-9A-F]{8}$/),
      expect.stringMatching(/^ops_pagerduty-varkey_[0-9A-F]{8}$/),
    ]);
  });

  it("is an error when it has a contact twice", () => {
    const twice = [Contacts.email("a@example.com"), Contacts.email("A@example.com")];
    expect(() => group(twice)).toThrow("The group stack/ops has the contact email-a@example.com twice");
  });

  it("warns of a group without contacts, with its path", () => {
    const annotations: unknown[] = [];
    synthesised(library, (stack) => {
      const emails = (process.env.NO_SUCH_VARIABLE ?? "").split(",").filter((text) => text !== "");
      for (const [id, contacts] of [
        ["none", emails.map((email) => Contacts.email(email))],
        ["one", [Contacts.email("a@example.com")]],
      ] as const) {
        const { node } = new NotificationGroup(stack, id, { name: id, contacts });
        annotations.push(
          ...node.metadata.flatMap(({ type, data }) => (type === "stacktrace" ? [] : `${type}: ${data}`)),
        );
      }
    });
    expect(annotations).toEqual([
      expect.stringMatching(
        /warn: stack\/none has no contacts, so its alerts reach no recipient\. Check the/,
      ),
    ]);
  });

  it("shares a contact with another group, by its address or by its construct", () => {
    const { resource } = synthesised(library, (stack) => {
      const email = () => Contacts.email("A@example.com");
      const first = new NotificationGroup(stack, "first", { name: "First", contacts: [email()] });
      const sms = new Contact(stack, "sms", { type: "sms", contact: "+15550100", contactGroups: [first] });
      const contacts = [Contacts.email("a@example.com"), sms];
      const second = new NotificationGroup(stack, "second", { name: "Second", contacts });
      expect(Object.values(second.contacts)).toEqual([Object.values(first.contacts)[0], sms]);
      new NotificationGroup(stack, "third", { name: "Third", contacts: [email(), sms] });
    });
    const groups = ["first", "second", "third"].map((id) => `\${rblmonitor_contact_group.${id}.id}`);
    expect(Object.values(resource.rblmonitor_contact ?? {})).toEqual([
      expect.objectContaining({ contact: "A@example.com", contact_groups: groups }),
      expect.objectContaining({ contact: "+15550100", contact_groups: groups }),
    ]);
  });

  it("has its own contact for other options, another provider, or another stack", () => {
    const { resource } = synthesised(library, (stack) => {
      const email = (options?: Parameters<typeof Contacts.email>[1]) =>
        Contacts.email("a@example.com", options);
      new NotificationGroup(stack, "first", { name: "First", contacts: [email()] });
      new NotificationGroup(stack, "second", { name: "Second", contacts: [email({ paused: true })] });
      const provider = { alias: "other", fqn: "rblmonitor.other" } as never;
      new NotificationGroup(stack, "third", { name: "Third", contacts: [email()], provider });
      const other = new Stack(stack.node.root, "other");
      const { contacts } = new NotificationGroup(other, "fourth", { name: "Fourth", contacts: [email()] });
      const foreign = { name: "Fifth", contacts: Object.values(contacts) };
      expect(() => new NotificationGroup(stack, "fifth", foreign)).toThrow(
        "stack/fifth: contacts[0] is a contact of the stack other. Declare it in the stack stack",
      );
    });
    expect(Object.values(resource.rblmonitor_contact ?? {})).toHaveLength(3);
  });

  it("names the place of a wrong contact, and not the contact", () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [["ops@example.com"], "stack/ops: contacts[0].type is missing, but must be a text that is not empty"],
      [[Contacts.slack("")], "stack/ops: contacts[0].contact is an empty text, but must be a text"],
      [
        [{ type: "slack", contact: ["secret"] }],
        "stack/ops: contacts[0].contact is a list, but must be a text",
      ],
      [[7], "stack/ops: contacts[0] is a number, but must be a text or an object with contact"],
      [
        JSON.parse('{ "": { "type": "sms", "contact": "+15550100" } }'),
        'stack/ops: contacts has the key "". Choose another, as a name',
      ],
      [new Set([Contacts.sms("+15550100")]), "stack/ops: contacts is an object of Set, but must be a list"],
    ];
    for (const [contacts, message] of wrong) expect(() => group(contacts as Given)).toThrow(message);
  });
});
