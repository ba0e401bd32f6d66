import { sid } from "../../client/support/replies";
import { accountAt, closeServices, read } from "./read";

afterEach(closeServices);

async function errorsOf(...data: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> {
  const body = { status_code: 200, status_message: "Certificate Errors", total_errors: data.length, data };
  const { account } = await accountAt(() => ({ body }));
  return read("rblmonitor_certificate_errors", account);
}

const monitor = sid("CM");
const known = {
  monitor,
  hostname: "www.example.com",
  protocol: "https",
  type: "expired",
  message: "Expired.",
};

describe("a certificate error", () => {
  it.each([
    ["with the monitor's facts at the same level as its own", known],
    [
      "with the monitor within it",
      {
        monitor: { sid: monitor, hostname: "www.example.com", protocol: "https" },
        error: "expired",
        details: "Expired.",
      },
    ],
    [
      "with the SID of the monitor",
      {
        monitor_sid: monitor,
        host: "www.example.com",
        protocol: "https",
        code: "expired",
        description: "Expired.",
      },
    ],
  ])("is understood %s", async (_, error) => {
    expect(await errorsOf(error)).toEqual({
      total_errors: 1,
      errors: [{ ...known, json: expect.any(String) }],
    });
  });

  it("keeps everything that the service returns, with keys in order", async () => {
    const { errors } = await errorsOf({ zone: [{ b: 1, a: null }], type: 7, monitor: "www" });
    expect(errors).toEqual([
      {
        monitor: null,
        hostname: null,
        protocol: null,
        type: "7",
        message: null,
        json: '{"monitor":"www","type":7,"zone":[{"a":null,"b":1}]}',
      },
    ]);
  });

  it("has the same position, however the service orders errors and their keys", async () => {
    const [a, b, c] = [
      { hostname: "b.example.com", type: "expired" },
      { hostname: "a.example.com", type: "mismatch" },
      { type: "expired", hostname: "a.example.com" },
    ];
    expect(await errorsOf(a, b, c)).toEqual(await errorsOf(c, b, a));
    const { errors } = await errorsOf(a, b, c);
    expect(
      (errors as readonly { hostname: string; type: string }[]).map((one) => `${one.hostname} ${one.type}`),
    ).toEqual(["a.example.com expired", "a.example.com mismatch", "b.example.com expired"]);
  });
});
