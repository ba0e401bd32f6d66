import { legacyCalls } from "../../src/legacy/calls";
import { legacyPath, legacyRoute } from "../../src/legacy/routes";

/** The table of the specification, row by row (docs/design/api-3.0.md#endpoints). */
const specified = `
Start check         | POST /check/start          | POST /rbl/check/start
Check status        | GET /check/status/{id}     | GET /rbl/check/status/{id}
Listings            | GET /listings              | GET /rbl/listings
List hosts          | GET /hosts                 | GET /rbl/hosts
Get host            | GET /host/{id}             | GET /rbl/hosts/{id}
Add host            | POST /host/add             | POST /rbl/hosts
Update host         | POST /host/update/{id}     | PUT /rbl/hosts/{id}
Pause host          | POST /host/pause/{id}      | POST /rbl/hosts/{id}/pause
Resume host         | POST /host/resume/{id}     | POST /rbl/hosts/{id}/resume
Delete host         | POST /host/delete/{id}     | DELETE /rbl/hosts/{id}
List profiles       | GET /rblprofiles           | GET /rbl/profiles
Get profile         | GET /rblprofile/{id}       | GET /rbl/profiles/{id}
Add profile         | POST /rblprofile/add       | POST /rbl/profiles
Update profile      | POST /rblprofile/update/{id} | PUT /rbl/profiles/{id}
Delete profile      | POST /rblprofile/delete/{id} | DELETE /rbl/profiles/{id}
List RBLs           | GET /rbls                  | GET /rbl/sources
Get RBL             | GET /rbl/{id}              | GET /rbl/sources/{id}
Add RBL             | POST /rbl/add              | POST /rbl/sources
Update RBL          | POST /rbl/update/{id}      | PUT /rbl/sources/{id}
Pause RBL           | POST /rbl/pause/{id}       | POST /rbl/sources/{id}/pause
Resume RBL          | POST /rbl/resume/{id}      | POST /rbl/sources/{id}/resume
Delete RBL          | POST /rbl/delete/{id}      | DELETE /rbl/sources/{id}
List contacts       | GET /contacts              | GET /contact/contacts
Get contact         | GET /contact/{id}          | GET /contact/contacts/{id}
Add contact         | POST /contact/add          | POST /contact/contacts
Update contact      | POST /contact/update/{id}  | PUT /contact/contacts/{id}
Pause contact       | POST /contact/pause/{id}   | POST /contact/contacts/{id}/pause
Resume contact      | POST /contact/resume/{id}  | POST /contact/contacts/{id}/resume
Resend confirmation | POST /contact/resend/{id}  | POST /contact/contacts/{id}/resend
Confirm contact     | POST /contact/confirm/{id} | POST /contact/contacts/{id}/confirm
Delete contact      | POST /contact/delete/{id}  | DELETE /contact/contacts/{id}
List groups         | GET /contactgroups         | GET /contact/groups
Get group           | GET /contactgroup/{id}     | GET /contact/groups/{id}
Add group           | POST /contactgroup/add     | POST /contact/groups
Update group        | POST /contactgroup/update/{id} | PUT /contact/groups/{id}
Delete group        | POST /contactgroup/delete/{id} | DELETE /contact/groups/{id}`
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));

const id = `HT${"0a".repeat(16)}`;

describe("the calls of version 3.0", () => {
  test("are those of the specification's table, and no other", () => {
    const calls = legacyCalls.map(({ name, legacy, current }) => [
      ...[name, `${legacy.method} ${legacy.path}`, `${current.method} ${current.path}`],
    ]);
    expect(calls.sort()).toEqual(specified.sort());
  });

  test.each(specified)("%s is found by %s", (name, call = "") => {
    const [method = "", path = ""] = call.split(" ");
    for (const ending of ["", ".json", "/", "/.json"]) {
      const found = legacyRoute(method, path.replace("{id}", id.toUpperCase()) + ending);
      expect([found?.call.name, found?.id]).toEqual([name, path.includes("{id}") ? id : ""]);
    }
  });

  test.each([
    ["GET", "/host/add/more"],
    ["POST", "/hosts"],
    ["PUT", `/host/${id}`],
    ["GET", "/"],
    ["GET", "/host"],
    ["POST", "/host/update"],
    ["POST", `/rblprofile/pause/${id}`],
  ])("there is none for %s %s", (method, path) => {
    expect(legacyRoute(method, path)).toBeUndefined();
  });
});

test("a path is written as the specification writes it", () => {
  expect(["/host/add/.json", "//hosts.json", "/listings"].map(legacyPath)).toEqual([
    ...["/host/add", "/hosts", "/listings"],
  ]);
});
