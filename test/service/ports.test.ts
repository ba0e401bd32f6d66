import { protocols, registeredPort } from "../../src/service/enumerations";

// Not derived from the table: the ports that IANA has registered for these protocols.
it("each protocol has its registered port", () => {
  expect(Object.fromEntries(protocols.map((protocol) => [protocol, registeredPort(protocol)]))).toEqual({
    https: 443,
    smtps: 465,
    smtp: 25,
    imaps: 993,
    imap: 143,
    pops: 995,
    pop: 110,
    lmtp: 24,
    ftps: 990,
    ftp: 21,
    ldaps: 636,
    ldap: 389,
    mysql: 3306,
    postgresql: 5432,
    sips: 5061,
  });
});

it.each([undefined, null, "gopher", "toString"])("%p has no registered port", (protocol) => {
  expect(registeredPort(protocol)).toBeUndefined();
});
