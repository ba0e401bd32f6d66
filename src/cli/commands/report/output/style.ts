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
function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace("Tint", "-tint")}:${colour};`)
    .join("");
}

/**
 * The style of the page. It names no font and no picture from elsewhere. Paper is always light; the picture has a form
 * for narrow screens, of which CSS shows the one that fits.
 */
export const style = `
:root{color-scheme:light dark;${properties(palettes.light)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(palettes.dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
.wide{max-width:68rem;margin:0 auto;padding:0 clamp(1rem,4vw,2rem)}
header.wide{padding-block:clamp(1.75rem,5vw,3.25rem) 1.5rem}
h1,h2,p,dl,dd,ul{margin:0}
h1{font-size:clamp(1.6rem,4.5vw,2.1rem);line-height:1.2;letter-spacing:-.02em;font-weight:680}
h2{font-size:1.2rem;line-height:1.3;letter-spacing:-.01em;font-weight:650}
a{color:inherit}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.4rem}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.of{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin-top:.6rem;color:var(--soft);font-size:.92rem}
.of div{display:flex;gap:.4rem;min-width:0}
.of dd{overflow-wrap:anywhere;color:var(--text)}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
main.wide{padding-bottom:2rem}
section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.1rem,3vw,1.6rem);min-width:0;scroll-margin-top:1rem}
section>h2+*{margin-top:.35rem}
.say{color:var(--soft);max-width:46rem}
.say code,.more code{font-size:.9em;background:var(--unknown-tint);padding:.1em .35em;border-radius:.3em;overflow-wrap:anywhere}
.head{display:flex;gap:.75rem;align-items:flex-start}
.head>div{min-width:0}
.icon{flex:none;width:1.5rem;height:1.5rem;margin-top:.05rem}
.action{--tone:var(--action);--tint:var(--action-tint)}
.attention{--tone:var(--attention);--tint:var(--attention-tint)}
.unknown{--tone:var(--unknown);--tint:var(--unknown-tint)}
.fine{--tone:var(--fine);--tint:var(--fine-tint)}
.icon{color:var(--tone)}
.summary{border-top:4px solid var(--tone)}
.summary h2{font-size:clamp(1.3rem,3.6vw,1.6rem);color:var(--text)}
.lines{list-style:none;padding:0;margin-top:1rem;display:grid;gap:.6rem}
.line{display:flex;gap:.75rem;align-items:flex-start;padding:.75rem 1rem;border-radius:.7rem;background:var(--tint);text-decoration:none}
.lines a:hover span:last-child{text-decoration:underline;text-underline-offset:.2em}
.lines .action .line{font-weight:620}
.calm{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.15rem 1.25rem}
.calm .line{background:none;padding:.3rem 0;color:var(--soft)}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.4rem,1fr));background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.counts div{box-shadow:1px 1px 0 var(--line);padding:.8rem 1rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
.counts dt{color:var(--soft);font-size:.85rem;line-height:1.3}
.counts dd{font-size:1.45rem;font-weight:640;letter-spacing:-.02em;font-variant-numeric:tabular-nums;line-height:1.3}
.scroll{overflow:auto;margin-top:1rem;border:1px solid var(--line);border-radius:.7rem}
.tall{max-height:32rem;background:linear-gradient(transparent,var(--card) 60%) bottom/100% 3rem no-repeat local,linear-gradient(transparent,var(--unknown-tint)) bottom/100% 1.5rem no-repeat scroll}
.tall thead th{position:sticky;top:0;background:var(--card);box-shadow:0 1px var(--line)}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.93rem}
caption{text-align:left;padding:.7rem .9rem;color:var(--soft);font-size:.88rem;border-bottom:1px solid var(--line)}
th,td{text-align:left;vertical-align:top;padding:.6rem .9rem;border-bottom:1px solid var(--line);font-weight:400;min-width:5rem;max-width:26rem;overflow-wrap:break-word}
.long{overflow-wrap:anywhere;min-width:15rem}
thead th{color:var(--soft);font-size:.82rem;font-weight:600;white-space:nowrap}
tbody th{font-weight:600}
tbody tr:last-child>*{border-bottom:0}
.number{text-align:right;font-variant-numeric:tabular-nums;min-width:4rem}
.id{font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;color:var(--soft)}
.badge{display:inline-block;padding:.05rem .55rem;border-radius:1rem;background:var(--tint);color:var(--tone);font-size:.85rem;font-weight:600;white-space:nowrap}
.more{margin-top:.7rem;color:var(--soft);font-size:.92rem}
.more b{color:var(--text)}
figure{margin:1.1rem 0 0}
svg text{font-size:14px;fill:var(--text);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
svg .detail{font-size:12.5px;font-weight:400;fill:var(--soft)}
svg .title{font-size:12.5px;font-weight:600;fill:var(--soft)}
.hosts{--tone:var(--accent)}
.certificates{--tone:var(--soft)}
svg .detail.action,svg .detail.attention{fill:var(--tone);font-weight:600}
.bar{fill:var(--tone)}
.flow{fill:var(--tone);fill-opacity:.2}
.picture{display:block;width:100%;height:auto}
.narrow{display:none;max-width:30rem;margin:0 auto}
.narrow+.narrow{margin-top:1.75rem}
details{margin-top:1.1rem}
summary{cursor:pointer;color:var(--accent);font-weight:600}
.meter{height:.75rem;border-radius:.4rem;background:var(--unknown-tint);border:1px solid var(--line);overflow:hidden;margin-top:.9rem}
.meter i{display:block;height:100%;background:var(--accent)}
.notes{padding-left:1.2rem;color:var(--soft);overflow-wrap:anywhere}
footer.wide{color:var(--soft);font-size:.88rem;padding-bottom:2.5rem}
@media screen and (max-width:40rem){
table,tbody,tr,caption,tbody th,td{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:.75rem .9rem;border-bottom:1px solid var(--line)}
tbody tr:last-child{border-bottom:0}
tbody th,td{padding:.1rem 0;border:0;min-width:0;max-width:none;overflow-wrap:anywhere;text-align:left}
td{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.6rem}
td.number{text-align:left;min-width:0}
td::before{content:attr(data-title);color:var(--soft);font-size:.88em}
td.none{display:none}
}
@media (max-width:50rem){.picture.broad{display:none}.narrow{display:block}}
@media print{
@page{margin:14mm}
:root{color-scheme:light}
body{background:#fff;font-size:10.5pt}
.wide{max-width:none;padding:0}
header.wide{padding:0 0 1rem}
main{display:block}
section,.counts{margin-bottom:5mm}
section,.scroll,.counts{border-color:#c4cad3}
.scroll{overflow:visible;max-height:none}
table{font-size:9pt}
th,td{padding:1.5mm 2.5mm;min-width:0}
thead th{white-space:normal}
.tall thead th{position:static}
tr,figure,.lines li,.counts{break-inside:avoid}
h2,.head,caption,thead{break-after:avoid}
.skip{display:none}
.picture.broad{display:block}.narrow{display:none}
details::details-content{content-visibility:visible;block-size:auto}
.action,.attention,.unknown,.fine,.bar,.flow,.meter,.meter i,.counts{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media (forced-colors:active){.badge,.line{border:1px solid}}
`;
