/**
 * The colours of the page, on a light ground and on a dark one. Whatever the reader prefers, texts keep a contrast of 4.5, and
 * what is drawn one of 3 (WCAG 2.2, AA).
 */
export const colours = {
  page: ["#f5f6f8", "#0e131a"],
  card: ["#ffffff", "#171e28"],
  line: ["#e3e7ed", "#2a3441"],
  text: ["#1a2230", "#e7ecf3"],
  /** Text that matters less. */
  soft: ["#566172", "#a3afbf"],
  accent: ["#2a62c4", "#86b4ff"],
  action: ["#b3261e", "#ff9d94"],
  actionTint: ["#fdeceb", "#3d1f1e"],
  attention: ["#855400", "#f2c063"],
  attentionTint: ["#fdf2da", "#362b13"],
  unknown: ["#566172", "#a3afbf"],
  unknownTint: ["#eef0f4", "#242d39"],
  fine: ["#17703f", "#72d49c"],
  fineTint: ["#e5f5ec", "#153323"],
} as const;

/** The colours as custom properties of CSS: `--action-tint:light-dark(#fdeceb,#3d1f1e);`. */
const properties = Object.entries(colours)
  .map(([name, [light, dark]]) => `--${name.replace("Tint", "-tint")}:light-dark(${light},${dark});`)
  .join("");

/**
 * The style of the page. It loads no font and no image. Paper is always light. Drawings have a form for narrow screens; CSS
 * shows the form that fits. Nothing scrolls within the page, and nothing is wider than it.
 */
export const style = `
:root{color-scheme:light dark;${properties}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
.wide{max-width:72rem;margin:0 auto;padding:0 clamp(.75rem,3vw,2rem)}
header.wide{padding-block:clamp(.9rem,2.5vw,1.75rem) .9rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.5rem}
h1,h2,p,dl,dd,ul{margin:0}
ul{list-style:none;padding:0}
h1{font-size:clamp(1.3rem,3vw,1.6rem);line-height:1.2;letter-spacing:-.02em;font-weight:680;overflow-wrap:anywhere}
h2{font-size:1.2rem;line-height:1.3;letter-spacing:-.01em;font-weight:650}
a{color:inherit}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.4rem}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
.of{display:flex;flex-wrap:wrap;gap:0 1.25rem;color:var(--soft);font-size:.85rem}
.of div{display:flex;gap:.4rem;min-width:0}
.of dd{overflow-wrap:anywhere;color:var(--text)}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
main.wide{padding-bottom:2rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:clamp(.9rem,2.5vw,1.4rem);min-width:0;scroll-margin-top:1rem}
.say{color:var(--soft);max-width:46rem;margin-top:.2rem}
code{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;background:var(--unknown-tint);color:var(--text);padding:.1em .4em;border-radius:.3em;overflow-wrap:anywhere}
code span{white-space:nowrap}
.head{display:flex;gap:.75rem;align-items:flex-start}
.head>div{min-width:0}
.icon{flex:none;width:1.4rem;height:1.4rem;margin-top:.1rem;color:var(--tone)}
.action{--tone:var(--action);--tint:var(--action-tint)}
.attention{--tone:var(--attention);--tint:var(--attention-tint)}
.unknown{--tone:var(--unknown);--tint:var(--unknown-tint)}
.fine{--tone:var(--fine);--tint:var(--fine-tint)}
.tone{color:var(--tone);font-weight:600}
.summary{border-top:4px solid var(--tone)}
.summary h2{font-size:clamp(1.15rem,2.6vw,1.4rem)}
.lines{margin-top:.7rem;display:grid;gap:.5rem}
.lines>li{display:flex;gap:.7rem;align-items:flex-start;padding:.6rem .8rem;border-radius:.6rem;background:var(--tint)}
.line{min-width:0;flex:1}
.line a{text-decoration:none}
.line a:hover{text-decoration:underline;text-underline-offset:.2em}
.lines>.action>.line>a{font-weight:640}
.problems{margin-top:.35rem;display:grid;gap:.15rem}
.problems>li{display:flex;flex-wrap:wrap;gap:.1rem .8rem;align-items:baseline;padding:.25rem 0;border-top:1px solid var(--line);font-size:.93rem}
.object,.label,.facts li,.long,.address{overflow-wrap:anywhere;min-width:0}
.label{color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:0 .8rem;flex:1 1 16rem;min-width:0}
.facts time{font-weight:600;white-space:nowrap}
.calm{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.1rem 1.25rem}
.calm>li{background:none;padding:.2rem 0;color:var(--soft)}
.counts{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;margin-top:.8rem;padding-top:.6rem;border-top:1px solid var(--line);color:var(--soft);font-size:.88rem}
.counts b{color:var(--text);font-variant-numeric:tabular-nums}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.93rem;margin-top:.9rem}
caption,figcaption{text-align:left;padding:0 0 .35rem;color:var(--soft);font-size:.88rem;font-weight:600}
th,td{text-align:left;vertical-align:top;padding:.45rem .9rem .45rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--soft);font-size:.82rem;font-weight:600}
tbody th{font-weight:600}
td>span{display:block}
.long>span{min-width:8rem}
@media (min-width:72rem){.address{overflow-wrap:normal}.long>span{min-width:11rem}}
tbody tr:last-child>*{border-bottom:0}
td time{white-space:nowrap}
.more{margin-top:.6rem;color:var(--soft);font-size:.92rem}
figure{margin:1rem 0 0;min-width:0}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin-top:.6rem;color:var(--soft);font-size:.86rem;font-weight:400}
.legend li{display:flex;gap:.4rem;align-items:center}
.key{flex:none;width:.9rem;height:.9rem;border-radius:.2rem;background:var(--tone)}
svg text{font-size:14px;fill:var(--text);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
svg .detail{font-size:12.5px;font-weight:400;fill:var(--soft)}
svg .title{font-size:12.5px;font-weight:600;fill:var(--soft)}
.hosts{--tone:var(--accent)}
.certificates{--tone:var(--soft)}
svg .detail.action,svg .detail.attention{fill:var(--tone);font-weight:600}
.bar{fill:var(--tone)}
.flow{fill:none;stroke:var(--tone);stroke-opacity:.28}
.flow.action{stroke-opacity:.6}
.picture{display:block;width:100%;height:auto}
.narrow{display:none;max-width:30rem;margin:0 auto}
.narrow+.narrow{margin-top:1.75rem}
details{margin-top:.7rem}
@media screen{.rest:has(+details:not([open])),table:has(+details:not([open])) tbody tr:nth-child(n+11){display:none}}
summary{cursor:pointer;color:var(--accent);font-weight:600}
.notes{padding-left:1.2rem;color:var(--soft);overflow-wrap:anywhere;list-style:disc}
footer.wide{color:var(--soft);font-size:.88rem;padding-bottom:2.5rem}
@media screen and (max-width:46rem){
table,tbody,tr,caption,tbody th,td{display:block}
thead{display:none}
tbody tr{padding:.5rem 0;border-top:1px solid var(--line)}
tbody th,td{padding:.1rem 0;border:0;text-align:left}
td{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.6rem}
td::before{content:attr(data-title);color:var(--soft);font-size:.88em}
td.none{display:none}
}
@media screen and (max-width:30rem){
.lines>li{gap:.5rem;padding:.5rem .6rem}
.facts{flex-basis:100%}
.icon{width:1.2rem;height:1.2rem}
}
@media (max-width:50rem){.picture.broad{display:none}.narrow{display:block}}
@media print{
@page{margin:12mm}
:root{color-scheme:light}
body{background:#fff;font-size:9.5pt}
.wide{max-width:none;padding:0}
header.wide{padding:0 0 3mm}
main{display:block}
section{margin-bottom:4mm;padding:4mm;border-color:#c4cad3}
table{font-size:8.5pt;margin-top:2mm}
th,td{padding:1mm 2mm 1mm 0}
tr,figure,.problems>li,.counts,.lines>li{break-inside:avoid}
h2,.head,.say,caption,thead{break-after:avoid}
#structure{break-inside:avoid}
.skip,details{display:none}
footer.wide{padding:0}
.picture.broad{display:block}.narrow{display:none}
.action,.attention,.unknown,.fine,.bar,.flow,.key{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media (forced-colors:active){.lines>li{border:1px solid}.key{forced-color-adjust:none}}
`;
