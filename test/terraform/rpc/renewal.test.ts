import { ephemeralResource } from "../../../src/terraform/definition/provider";
import { number, string } from "../../../src/terraform/schema/shapes";
import { providerOf, received, sent, session } from "./session";

const textOf = (data: Uint8Array | undefined) => new TextDecoder().decode(data);
const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  size: number().optional(""),
};

describe("an ephemeral resource", () => {
  const renewAt = new Date("2030-01-01T00:00:00Z");
  const token = ephemeralResource({
    description: "",
    attributes: { name: string().required(""), token: string().computed("") },
    open: async ({ config, privateState }) => {
      privateState.set("opened", config.name);
      return { result: { name: config.name, token: "t" }, renewAt };
    },
    renew: async ({ privateState }) => {
      privateState.set("renewed", privateState.get("opened"));
      return undefined;
    },
  });
  const one = () =>
    session({ ...providerOf({ attributes }), ephemeralResources: { test_token: token } }).call;

  it("returns the time of the renewal, which receives its private data", async () => {
    const call = one();
    await call("configureProvider", {});
    const opened = await call("openEphemeralResource", {
      typeName: "test_token",
      config: sent(token.attributes, { name: "n" }),
    });
    expect(opened).toMatchObject({ renewAt, diagnostics: [] });
    expect(received(token.attributes, opened.result)).toMatchObject({ name: "n", token: "t" });
    const renewed = await call("renewEphemeralResource", { typeName: "test_token", private: opened.private });
    expect(textOf(renewed.private)).toBe('{"opened":"n","renewed":"n"}');
    expect(renewed).not.toHaveProperty("renewAt");
  });

  it("need not be closed", async () => {
    const call = one();
    await call("configureProvider", {});
    expect(await call("closeEphemeralResource", { typeName: "test_token" })).toEqual({ diagnostics: [] });
  });
});
