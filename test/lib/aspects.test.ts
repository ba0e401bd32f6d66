import type { IAspect } from "cdktf";
import { annotationsIn, libraries, sid, synthesised } from "./libraries";

const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };

describe.each(libraries)("an aspect for %s", (_, library) => {
  const { CertificateMonitor, Contact, Host, HostFleet, Source, pauseAll, requestBudget, tagAll } =
    library.constructs;
  const { DataRblmonitorHosts, DataRblmonitorListings, EphemeralRblmonitorManualCheck, MonitoringProfile } =
    library.constructs;
  const { RblmonitorProvider } = library.constructs;
  const { Aspects, TerraformVariable } = library.sdk;
  type Stack = InstanceType<typeof library.sdk.TerraformStack>;

  /** One of everything that can be paused. */
  function declareEach(stack: Stack): void {
    new Host(stack, "host", { ...shared, host: "192.0.2.1", name: "mx", tags: ["own"] });
    const monitored = { hostname: "www.example.com", protocol: "https", name: "www" } as const;
    new CertificateMonitor(stack, "monitor", { ...shared, ...monitored, profile: sid("CP"), paused: false });
    new Contact(stack, "contact", { contact: "a@example.com", type: "email", contactGroups: [sid("CG")] });
    new Source(stack, "source", { host: "bl.example.net", type: "rbl" });
  }
  const resourcesWith = (aspect: IAspect, declare = declareEach) =>
    synthesised(library, (stack) => {
      declare(stack);
      Aspects.of(stack).add(aspect);
    }).resource;

  it("tags every host and certificate monitor, and keeps the tags it has", () => {
    const {
      rblmonitor_host: hosts,
      rblmonitor_certificate_monitor: monitors,
      ...others
    } = resourcesWith(tagAll("a", "own"));
    expect(hosts?.host?.tags).toEqual(["own", "a"]);
    expect(monitors?.monitor?.tags).toEqual(["a", "own"]);
    expect(JSON.stringify(others)).not.toContain("tags");
  });

  it("tags a resource whose list of tags only Terraform knows", () => {
    const { rblmonitor_host: hosts } = resourcesWith(tagAll("a"), (stack) => {
      const tags = new TerraformVariable(stack, "tags", { type: "list(string)" }).listValue;
      new Host(stack, "host", { ...shared, host: "192.0.2.1", name: "mx", tags });
    });
    expect(hosts?.host?.tags).toBe(`\${distinct(concat(var.tags, ["a"]))}`);
  });

  it("pauses hosts and certificate monitors, and other kinds only when its options name them", () => {
    const paused = (resource: ReturnType<typeof resourcesWith>): string[] =>
      Object.entries(resource)
        .filter(([, all]) => Object.values(all).some((one) => one.paused === true))
        .map(([type]) => type);
    expect(paused(resourcesWith(pauseAll()))).toEqual(["rblmonitor_certificate_monitor", "rblmonitor_host"]);
    expect(paused(resourcesWith(pauseAll({ kinds: ["contact", "source"] })))).toEqual([
      "rblmonitor_contact",
      "rblmonitor_source",
    ]);
    expect(paused(resourcesWith(pauseAll({ when: false })))).toEqual([]);
  });

  it("pauses by a variable, and keeps the declared value when that is false", () => {
    const { rblmonitor_host: hosts } = synthesised(library, (stack) => {
      declareEach(stack);
      const when = new TerraformVariable(stack, "maintenance", { type: "bool" }).booleanValue;
      Aspects.of(stack).add(pauseAll({ when }));
    }).resource;
    expect(hosts?.host?.paused).toBe(`\${var.maintenance ? true : false}`);
  });

  it.each([
    [undefined, "pauseAll: when is missing, but must be true, false, or a token"],
    [null, "pauseAll: when is missing, but must be true"],
    [0, "pauseAll: when is a number, but must be true"],
    ["no", "pauseAll: when is a string, but must be true"],
  ])("pauses nothing under the condition %p, which is an error", (when, message) => {
    expect(() => pauseAll({ when } as never)).toThrow(message);
  });

  it("pauses nothing for a bare condition either", () => {
    for (const [argument, title] of [
      [false, "a boolean"],
      [undefined, "missing"],
    ] as const)
      expect(() => pauseAll(argument as never)).toThrow(
        `pauseAll: its argument is ${title}, but must be an object: { when: … }`,
      );
  });

  it("pauses the named kinds, and refuses unknown ones", () => {
    const { rblmonitor_host: hosts, rblmonitor_source: sources } = resourcesWith(
      pauseAll({ kinds: ["source"] }),
    );
    expect([hosts?.host?.paused, sources?.source?.paused]).toEqual([undefined, true]);
    expect(() => pauseAll({ kinds: ["host", "hosts" as never] })).toThrow(
      "pauseAll: kinds has hosts. Valid values: host, source, certificate_monitor, contact",
    );
  });

  it.each([
    ["pauseAll has no kinds", () => pauseAll({ kinds: [] })],
    ["tagAll has no tags", () => tagAll(...(process.env.NO_SUCH_VARIABLE ?? "").split(",").filter(Boolean))],
  ])("that has no effect warns once: %s", (problem, aspect) => {
    const annotations: string[] = [];
    synthesised(library, (stack) => {
      declareEach(stack);
      const added = aspect();
      Aspects.of(stack).add(added);
      Aspects.of(stack).add({
        visit: (node) => node.node.id === "source" && annotations.push(...annotationsIn(stack)),
      });
    });
    expect(annotations).toEqual([
      `warn stack: ${problem}, so it has no effect. Check the list or variable that they come from`,
    ]);
  });

  it("has lists for lists, as JavaScript may not pass them", () => {
    expect(() => pauseAll({ kinds: "host" as never })).toThrow(
      "pauseAll: kinds is a string, but must be a list: put it into brackets, [ ]",
    );
  });

  describe("above the stacks", () => {
    const { App, TerraformStack: Stack, Testing, TerraformElement } = library.sdk;

    /** Hosts of two stacks below an application or a part of it, by stack. */
    function stacksWith(aspect: IAspect, place: "app" | "part", isFirst: boolean): unknown[] {
      const app = Testing.stubVersion(new App({ stackTraces: false }));
      const scope = place === "app" ? app : new (class extends Part {})(app, "part");
      if (isFirst) Aspects.of(scope).add(aspect);
      const stacks = ["a", "b"].map((name) => {
        const stack = new Stack(scope, name);
        new Host(stack, "host", { ...shared, host: "192.0.2.1", name: "mx" });
        return stack;
      });
      if (!isFirst) Aspects.of(scope).add(aspect);
      return stacks.map((stack) => JSON.parse(Testing.synth(stack)).resource.rblmonitor_host.host);
    }
    const Part = Object.getPrototypeOf(TerraformElement) as new (
      scope: object,
      id: string,
    ) => InstanceType<typeof App>;

    it.each([
      ["app", true],
      ["app", false],
      ["part", false],
    ] as const)("tags and pauses, added to the %s first: %s", (place, isFirst) => {
      const tagged = { tags: ["production"] };
      expect(stacksWith(tagAll("production"), place, isFirst)).toEqual([
        expect.objectContaining(tagged),
        expect.objectContaining(tagged),
      ]);
      const paused = expect.objectContaining({ paused: true });
      expect(stacksWith(pauseAll(), place, isFirst)).toEqual([paused, paused]);
    });

    it("reports the budget of each stack", () => {
      const reported: string[] = [];
      const app = Testing.stubVersion(new App({ stackTraces: false }));
      Aspects.of(app).add(requestBudget({ report: (_estimate, stack) => reported.push(stack.node.id) }));
      for (const name of ["a", "b"]) {
        const stack = new Stack(app, name);
        new RblmonitorProvider(stack, "rblmonitor");
        Testing.synth(stack, true);
      }
      expect(reported).toEqual(["a", "b"]);
    });

    it("refuses a value of another stack", () => {
      const app = Testing.stubVersion(new App({ stackTraces: false }));
      const [first, second] = [new Stack(app, "a"), new Stack(app, "b")];
      const when = new TerraformVariable(first, "maintenance", { type: "bool" });
      const tag = new TerraformVariable(first, "tag", { type: "string" }).stringValue;
      new Host(second, "host", { ...shared, host: "192.0.2.1", name: "mx" });
      for (const [aspect, name] of [
        [pauseAll({ when: when.booleanValue }), "pauseAll"],
        [pauseAll({ when: library.sdk.Fn.tobool(when.booleanValue) }), "pauseAll"],
        [tagAll(`x-${tag}`), "tagAll"],
      ] as const)
        expect(() => aspect.visit(second.node.findChild("host"))).toThrow(
          `${name}: a value of the stack a cannot be set in the stack b by an aspect. Declare its variable`,
        );
    });
  });

  describe("for the budget of requests", () => {
    type Estimate = Parameters<NonNullable<NonNullable<Parameters<typeof requestBudget>[0]>["report"]>>[0];

    function budget(
      declare: (stack: Stack) => void,
      limit = 1000,
    ): { estimate: Estimate; reported: string[] } {
      const estimates: Estimate[] = [];
      const reported: string[] = [];
      const declareAll = (stack: Stack): void => {
        new RblmonitorProvider(stack, "rblmonitor");
        declare(stack);
        const report = (estimate: Estimate): void => {
          estimates.push(estimate);
          reported.push(...stack.node.metadata.map(({ type, data }) => `${type} ${data}`));
        };
        Aspects.of(stack).add(requestBudget({ limit, report }));
      };
      synthesised(library, declareAll, true);
      expect(estimates).toHaveLength(1);
      return { estimate: estimates[0] as Estimate, reported };
    }

    it("counts creates, pauses and the lists that are read", () => {
      const { estimate, reported } = budget((stack) => {
        new MonitoringProfile(stack, "profile", { name: "Hourly", frequency: "1_hour" });
        const addresses = Array.from({ length: 101 }, (_, number) => `192.0.2.${number}`);
        new HostFleet(stack, "fleet", { ...shared, hosts: addresses });
        new Host(stack, "pool", { ...shared, host: "198.51.100.0/29", name: "pool", paused: true });
        new DataRblmonitorHosts(stack, "all", {});
        new DataRblmonitorListings(stack, "listed", {});
      });
      expect(estimate).toEqual({
        // The first paused host is read.
        firstApply: 1 + 101 + (1 + 8 + 1) + 2 + 3,
        refresh: 1 + 2 + 1,
        objects: 1 + 101 + 8,
        uncertain: 0,
      });
      expect(reported).toEqual([
        "@cdktf/info The first apply costs about 117 requests, a refresh about 4 requests.".replace(
          "cdktf",
          reported[0]?.startsWith("@cdktn") ? "cdktn" : "cdktf",
        ),
      ]);
    });

    it("counts objects that other aspects pause, in any order of the aspects", () => {
      const { estimate } = budget((stack) => {
        declareEach(stack);
        Aspects.of(stack).add({ visit: (node) => pauseAll().visit(node) });
      });
      // The first paused host and monitor, the first pending contact, and the profiles for the first host are read.
      expect(estimate.firstApply).toBe(4 + 4 + 4 + 2 + 3 + 1);
    });

    it("counts imported objects as read", () => {
      const { estimate } = budget((stack) => {
        declareEach(stack);
        new Host(stack, "old", { ...shared, host: "192.0.2.2", name: "old" }).importFrom("HT");
        stack.addOverride("import", [{ to: "rblmonitor_source.source", id: "RB" }]);
      });
      expect(estimate).toMatchObject({ firstApply: 3 + 3 + 4 + 1 + 1, refresh: 4, objects: 5 });
    });

    it("counts an ephemeral check in each plan and each apply", () => {
      const { estimate } = budget((stack) => {
        new EphemeralRblmonitorManualCheck(stack, "check", { host: "192.0.2.1" });
        new EphemeralRblmonitorManualCheck(stack, "started", { host: "192.0.2.2", count: 2 });
      });
      expect(estimate).toMatchObject({ firstApply: 2 * (2 + 4), refresh: 2 + 4, objects: 0 });
    });

    it("names one request in the singular", () => {
      const { reported } = budget((stack) => {
        new DataRblmonitorListings(stack, "listed", {});
      });
      expect(reported.join()).toMatch(/ about 1 request, a refresh about 1 request\.$/);
    });

    it("warns past the limit", () => {
      const { reported } = budget(declareEach, 3);
      expect(reported.join()).toMatch(
        /warn The first apply costs about 14 requests.* exceeds the budget of 3/,
      );
    });

    it.each([
      [{ limit: Number.NaN }, "limit is NaN, but must be a number"],
      [{ limit: -1 }, "limit and pageSize must be whole numbers of 1 or more"],
      [{ limit: "300" }, "limit and pageSize must be whole numbers of 1 or more"],
      [{ pageSize: 0 }, "limit and pageSize must be whole numbers of 1 or more"],
      [{ pageSize: 1.5 }, "limit and pageSize must be whole numbers of 1 or more"],
      [{ report: "text" }, "report must be a function"],
      [{ page_size: 50 }, "page_size is not an argument. Write pageSize in its place"],
      [{ budget: 50 }, "budget is not an argument. Write limit or pageSize or report in its place"],
    ])("refuses %j", (options, message) => {
      expect(() => requestBudget(options as never)).toThrow(`requestBudget: ${message}`);
    });

    it("counts the constructs whose size it cannot know", () => {
      const { estimate } = budget((stack) => {
        const { stringValue, listValue } = new TerraformVariable(stack, "hosts", { type: "any" });
        new HostFleet(stack, "one", { ...shared, hosts: [stringValue] });
        new HostFleet(stack, "each", { ...shared, hosts: listValue });
      });
      expect(estimate).toMatchObject({ uncertain: 2, firstApply: 4 + 1 });
    });
  });
});
