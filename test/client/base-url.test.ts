import { assertVersionMatches, readBaseUrl } from "../../src/client/base-url";
import { thrownBy } from "./support/client";

describe("a base URL", () => {
  it("may end with slashes", () => {
    expect(readBaseUrl("https://api.example.com/x/4.0//", false)).toEqual({
      origin: "https://api.example.com",
      path: "/x/4.0",
      loopback: false,
    });
  });

  it.each(["http://localhost:4010/4.0", "http://127.0.0.9/4.0", "http://[::1]:80/4.0"])(
    "on this machine may be plain HTTP: %s",
    (text) => {
      expect(readBaseUrl(text, false).loopback).toBe(true);
    },
  );

  it.each(["http://api.example.com/4.0", "http://127.0.0.1.example.com/", "http://localhost.example/"])(
    "on another machine must not be plain HTTP: %s",
    (text) => {
      expect(thrownBy(() => readBaseUrl(text, false)).kind).toBe("refused");
    },
  );

  it("may be plain HTTP anywhere when that is allowed", () => {
    expect(readBaseUrl("http://api.example.com/4.0", true).origin).toBe("http://api.example.com");
  });

  it.each([
    "",
    "api.example.com",
    " https://a.test/",
    "https://a.test/\n",
    '"https://a.test/"',
    "ftp://a.test/",
    "https://a.test/?x",
    "https://a.test/#x",
    "https://u:pw@a.test",
    "https://u@a.test",
  ])("is not %p", (text) => {
    const error = thrownBy(() => readBaseUrl(text, true));
    expect(error.kind).toBe("refused");
    expect(error.message).not.toContain("pw");
  });
});

it.each([
  ["https://api.example.com/4.0", "4.0", true],
  ["https://api.example.com/3.0/", "3.0", true],
  ["https://api.example.com", "3.0", true],
  ["https://api.example.com/4.0", "3.0", false],
  ["https://api.example.com/3.0", "4.0", false],
] as const)("the base URL %s is one of version %s: %p", (url, version, expected) => {
  const matches = () => assertVersionMatches(readBaseUrl(url, false), version);
  if (expected) expect(matches).not.toThrow();
  else expect(matches).toThrow(`which is not the address of version ${version}`);
});
