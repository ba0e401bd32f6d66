import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import type { Calls } from "../../../../legacy/changes";

/** Calls of version 3.0 by their paths. The id at the end may be missing: `host/{id}`, `host/update`, `host/{id}/{id}`. */
export const callsByPath = new Map<string, Calls>();
/** Calls by the members of the service's own clients of version 3.0: `contact_group.add`, `hosts.get`. */
export const callsByMember = new Map<string, LegacyCall>();
const kinds = new Set<string>();
const verbs = new Set<string>();
for (const call of legacyCalls) {
  const [, kind = "", ...rest] = call.legacy.path.split("/");
  const [verb = "{id}"] = rest;
  if (verb !== "{id}") verbs.add(verb);
  for (const name of new Set([kind, kind.replace(/^rbl(?=profile)/, "monitoring")])) {
    kinds.add(name);
    callsByMember.set(`${name.replace(/(?=profile|group)/, "_")}.${verb === "{id}" ? "get" : verb}`, call);
    for (const tail of rest.length > 1 ? [rest, [verb], ["{id}", "{id}"]] : [rest]) {
      const path = [name, ...tail].join("/");
      callsByPath.set(path, [...(callsByPath.get(path) ?? []), call]);
    }
  }
}

/** The first words of paths as alternatives, the longest first: `monitoringprofiles|…|host|rbl`; and the second ones. */
export const kindWords = [...kinds].sort((a, b) => b.length - a.length).join("|");
export const verbWords = [...verbs].join("|");

/** Stand in a text for a value that only the running program knows, for the base URL of 3.0, and for another service's URL. */
export const [hole, base, foreign] = ["\ue000", "\ue001", "\ue002"] as const;

/** Values within texts: `{{ x }}`, `${x}`, `#{x}`, `\(x)`, `$(x)`, `%(x)s`, `%s`, `%x%`, `%1`, `$x->y`. */
const within = new RegExp(
  [
    String.raw`\$?\{{2,3}[^{}\n/]{0,100}\}{2,3}|[$#@]\{[^{}\n]{0,100}\}`,
    String.raw`\\\([^()\n]{0,60}\)|\$\([\w.$:[\]"'-]{1,60}\)`,
    String.raw`%\(\w{1,40}\)[sd]|%(?:\d{1,2}\$)?[sdv@](?!\w)|(?<=/)%\d(?!\d)|(?<=[/"'\s])%[A-Za-z]\w{0,30}%`,
    String.raw`\$\w{1,40}(?!\w)(?:(?<=/\$\w{1,40})|(?! [a-z]))(?:->\w{1,40}(?![\w(]| \()|->\{\w{1,40}\}|\[['"]?\w{1,40}['"]?\]|\$)?`,
  ].join("|"),
  "g",
);
/** Values in braces, in a path: `/{id}`, `{base}/hosts`, `/{host['id']}.json`. */
const inBraces = /(?<=[/"'`\ue000])\{[^{}\n]{0,80}\}|\{[^{}\s]{0,60}\}(?=[/"'`.])/g;
/** Words that a program passes one by one: `"host", "pause"`, `:host, :pause`, and in a shell `api host pause`. */
const passed = String.raw`(?<=[(,[|\s]\s{0,20}[:"'\`])(${kindWords})["'\`]?\s{0,20},\s{0,20}[:"'\`]`;
const typed = String.raw`(?<=(?:api|rbl|call|request|curl|get|post)\w{0,10}["']? )(${kindWords}) `;
const oneByOne = new RegExp(`(?:${passed}|${typed})(${verbWords})(?![\\w-])`, "g");

const join = String.raw`[ \t]{0,20}(?:\\?\r?\n[ \t]{0,80})?(?:\+|\.\.|~|<>|&(?!&)|\|\||<<|(?<=[\s)\]])\.|\.(?=[\s$"'(]|[a-z_]{1,20}\())\s{0,80}`;
/** A call that appends the next segment of a path: `"host").addPathSegment("pause")`. */
const append = String.raw`\)\s{0,80}\.\w{0,20}(?:[sS]egment|[cC]omponent|slash|append)\w{0,10}\(\s{0,3}`;
const quote = "[fFrRbu@$L]{0,2}[\"'`]";
const expression = String.raw`[$@:]?[A-Za-z_\ue000-\ue002][\w$]{0,60}(?:(?:\??\.|->|::)[\w$]{1,60}|\[[^[\]\n]{0,60}\]|\((?:[^()\n/]|\([^()\n/]{0,60}\)){0,80}\)|!){0,6}`;
/** Texts and values that a program joins: `"/host/" + id + ".json"`; and texts in a row, if the first ends in a slash. */
const joined = new RegExp(
  `(?<!\\\\)["'\`](?:(?:${join}|(${append}))(?:${quote}|(${expression})(?:${join}(${quote}))?)|(?<=/["'\`])\\s{1,80}${quote}(?=\\w))|\\n`,
  "g",
);
/** Texts that begin with a value: `base + "/hosts"`, `$kind . "/add"`. */
const led = new RegExp(`(?<![\\w.$>"'/])(${expression})${join}["'\`](?=(/?)[\\w"'\`])`, "g");

/** The lines with texts joined as the program joins them, and with a mark, or the word that it has in `values`, for each value. */
export function withHoles(lines: readonly string[], values: ReadonlyMap<string, string>): string[] {
  // By the last name: of `self.base` it is `base`, of `config["url"]` it is `url`.
  const known = (text: string) => values.get(/([A-Za-z_]\w{0,60})\W{0,8}$/.exec(text.slice(-70))?.[1] ?? "");
  const mark = (text: string) => known(text) ?? hole;
  // Line breaks between joined texts go to the end of the line, so that all others keep their numbers.
  const breaks: string[] = [];
  return lines
    .join("\n")
    .replace(/\\(?=[/"'`$])/g, "")
    .replace(oneByOne, (_, kind, command, verb) => `${kind ?? command}/${verb}`)
    .replace(led, (all, expression: string, slash: string) => {
      const value = /[\ue000-\ue002]$/.exec(expression)?.[0] ?? known(expression) ?? (slash && hole);
      return value === "" ? all : `${all.replace(/[^\n]+/g, "")}${all.at(-1)}${value}`;
    })
    .replace(within, mark)
    .replace(inBraces, mark)
    .replace(joined, (all, appends?: string, value?: string, second?: string) => {
      if (all === "\n") return all + breaks.splice(0).join("");
      breaks.push(all.replace(/[^\n]+/g, ""));
      const rest = value === undefined ? "" : mark(value) + (second === undefined ? all[0] : "");
      return appends === undefined ? rest : `/${rest}`;
    })
    .split("\n");
}
