/** A text that begins with a capital letter, as summaries of diagnostics do. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
