/** The colours of the page by what they are for, as `#rrggbb`. */
interface Palette {
  readonly page: string;
  readonly card: string;
  readonly line: string;
  readonly text: string;
  /** Text that matters less. */
  readonly soft: string;
  readonly accent: string;
  readonly action: string;
  readonly actionTint: string;
  readonly attention: string;
  readonly attentionTint: string;
  readonly unknown: string;
  readonly unknownTint: string;
  readonly fine: string;
  readonly fineTint: string;
}

/** Two palettes: whatever the reader prefers, texts keep a contrast of 4.5, and what is drawn one of 3 (WCAG 2.2, AA). */
export const palettes = {
  light: {
    page: "#f5f6f8",
    card: "#ffffff",
    line: "#e3e7ed",
    text: "#1a2230",
    soft: "#566172",
    accent: "#2a62c4",
    action: "#b3261e",
    actionTint: "#fdeceb",
    attention: "#855400",
    attentionTint: "#fdf2da",
    unknown: "#566172",
    unknownTint: "#eef0f4",
    fine: "#17703f",
    fineTint: "#e5f5ec",
  },
  dark: {
    page: "#0e131a",
    card: "#171e28",
    line: "#2a3441",
    text: "#e7ecf3",
    soft: "#a3afbf",
    accent: "#86b4ff",
    action: "#ff9d94",
    actionTint: "#3d1f1e",
    attention: "#f2c063",
    attentionTint: "#362b13",
    unknown: "#a3afbf",
    unknownTint: "#242d39",
    fine: "#72d49c",
    fineTint: "#153323",
  },
} as const satisfies Record<string, Palette>;

/** The palette as custom properties of CSS: `--action-tint: #fdeceb;`. */
export function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace("Tint", "-tint")}:${colour};`)
    .join("");
}
