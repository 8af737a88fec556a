/** Returns the styles of a shared report, on a screen and on A4 or Letter. @param accent `#rrggbb` */
export function reportStyles(accent: string, digest: string): string {
  return `:root{color-scheme:light;--accent:${accent};--ink:#15171a;--soft:#565d66;--line:#d9dcd9;--other:#b4b9be}
*{box-sizing:border-box}
body{margin:0;color:var(--ink);background:#fff;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
main{max-width:820px;margin:0 auto;padding:32px 20px 48px}
h1{font-size:28px;line-height:1.2;margin:.2em 0;text-wrap:balance}
h2{font-size:18px;margin:0 0 6px}
p{margin:.35em 0}
section{border-top:1px solid var(--line);margin-top:24px;padding-top:18px}
.brand{display:flex;align-items:center;gap:12px;font-weight:600;border-bottom:4px solid var(--accent);padding-bottom:12px;margin-bottom:20px}
.brand img{max-height:44px;max-width:200px}
.verdict{font-size:18px;font-weight:500}
.soft,.address,th{color:var(--soft);font-size:13px}
.address{word-break:break-all}
.notice{border:1px solid #8a5300;border-radius:6px;padding:8px 12px}
.metrics{display:grid;grid-template-columns:repeat(3,1fr);gap:24px}
.metrics h2{font-size:13px;font-weight:400;color:var(--soft)}
.figure{font-size:32px;font-weight:600;line-height:1.2;margin:0}
svg{display:block;max-width:100%}
.track{width:100%;max-width:240px;height:auto;margin:6px 0}
.days{width:100%;height:auto;font-size:11px}
.days text{fill:var(--soft)}
.bar{width:120px;height:10px}
.line{fill:none;stroke:var(--line);stroke-width:1}
.whisker{fill:none;stroke:var(--accent);stroke-width:1.5;stroke-opacity:.55}
.band{fill:var(--accent);fill-opacity:.35}
.dot,.own>.own,rect.own{fill:var(--accent)}
.other{fill:var(--other)}
table{width:100%;border-collapse:collapse;margin-top:8px}
th{font-weight:500;text-align:left;vertical-align:bottom;overflow-wrap:normal}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line)}
td{vertical-align:top}
.right{text-align:right;white-space:nowrap}
tr.own td{font-weight:600}
ol{padding-left:2.5em;margin:8px 0}
li{margin-bottom:8px}
.digest code{word-break:break-all}
@media (max-width:600px){.metrics{grid-template-columns:1fr}.wide{display:none}}
@media print{body{font-size:10.5pt}main{max-width:none;padding:0}h1{font-size:20pt}.figure{font-size:22pt}.metrics{grid-template-columns:repeat(3,1fr)}
section{break-inside:avoid}section.long{break-inside:auto}tr,li,svg{break-inside:avoid}h2,h2+p,thead{break-after:avoid}thead{display:table-header-group}
*{print-color-adjust:exact}}
@page{margin:16mm 15mm 18mm;@bottom-left{content:"sha256 ${digest}";font:7pt ui-monospace,monospace;color:#565d66}@bottom-right{content:counter(page) " of " counter(pages);font:8pt system-ui,sans-serif;color:#565d66}}`;
}
