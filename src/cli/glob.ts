/** Whether a text is as a pattern says: `*` in it stands for any text, `?` for any character; letter case means nothing. */
export function globOf(pattern: string): (text: string) => boolean {
  const parts = pattern.split(/([*?])/).map((part) => {
    if (part === "*") return ".*";
    return part === "?" ? "." : part.replace(/[\\^$.|+()[\]{}/]/g, "\\$&");
  });
  const expression = new RegExp(`^${parts.join("")}$`, "isu");
  return (text) => expression.test(text);
}
