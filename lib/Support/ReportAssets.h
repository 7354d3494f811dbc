// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Style and script of the HTML report. Colours of runs are in the order in which
// they can best be told apart, also by people who confuse red and green; from the
// ninth run on, the colours come again with dashes.
#ifndef HALFTONE_SUPPORT_REPORTASSETS_H
#define HALFTONE_SUPPORT_REPORTASSETS_H

namespace halftone {

inline constexpr char reportStyle[] = R"css(
:root{color-scheme:light dark;--bg:#fbfbfa;--card:#fff;--fg:#1d2126;--dim:#68707a;--grid:#e8eaed;--edge:#d5d9de;
--c0:#1f6fd6;--c1:#e07b00;--c2:#138a63;--c3:#c2398b;--c4:#6a4bd1;--c5:#0f93b5;--c6:#b3402a;--c7:#7a7f00}
@media(prefers-color-scheme:dark){:root{--bg:#14171b;--card:#1b1f24;--fg:#e6e9ed;--dim:#98a1ab;--grid:#2a3037;--edge:#39414a;
--c0:#6aabff;--c1:#ffae4d;--c2:#4fd3a4;--c3:#ff85c8;--c4:#b09bff;--c5:#5fd4f2;--c6:#ff9a83;--c7:#d6d957}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif}
main{max-width:1360px;margin:0 auto;padding:24px 20px 48px}
h1{font-size:24px;font-weight:650;margin:0 0 14px}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--edge);border-radius:10px;margin-bottom:18px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:7px 14px;text-align:right;white-space:nowrap;border-top:1px solid var(--grid)}
th{color:var(--dim);font-weight:550;font-size:13px;border-top:0}
th:first-child,td:first-child{text-align:left}
tbody tr:hover{background:color-mix(in srgb,var(--grid) 45%,transparent)}
.bar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;padding:9px 0;background:var(--bg)}
.bar button{display:flex;gap:7px;align-items:center;font:inherit;font-size:14px;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:99px;padding:3px 12px;cursor:pointer}
.bar button[aria-pressed=false]{opacity:.4}
.bar label{margin-left:auto;color:var(--dim);font-size:14px;cursor:pointer}
.key{width:20px;height:8px;flex:none}
td .key{display:inline-block;margin-right:9px;vertical-align:middle}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:16px;align-items:start}
figure{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:12px 14px 6px}
figcaption{font-weight:600}
small{font-weight:400;font-size:13px;color:var(--dim);margin-left:4px}
svg{display:block;width:100%;height:auto;touch-action:pan-y}
svg text{font-size:12px;fill:var(--dim);font-variant-numeric:tabular-nums}
text.x{text-anchor:middle}text.y{text-anchor:end}text.row{fill:var(--fg)}
.grid{stroke:var(--grid)}.axis,.tick{stroke:var(--edge)}
.cursor{stroke:var(--dim);stroke-dasharray:3 3;visibility:hidden}
path{fill:none;stroke:var(--c);stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.raw{opacity:.28;stroke-width:1}.mean{stroke-width:2}.mark{stroke-width:1.2;stroke-linecap:butt}.event{stroke-width:1.4;stroke-linecap:butt}
.plain .mean{display:none}.plain .raw{opacity:1;stroke-width:1.3}
.off{display:none}
#tip{position:fixed;z-index:3;pointer-events:none;visibility:hidden;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:7px 11px;font-size:13px;font-variant-numeric:tabular-nums;box-shadow:0 4px 16px rgb(0 0 0/.18)}
#tip div{display:flex;gap:8px;align-items:center}#tip b{font-weight:600}#tip span{margin-left:auto;padding-left:14px}
footer{margin-top:22px;color:var(--dim);font-size:13px}
)css";

inline constexpr char reportScript[] = R"js(
const doc=JSON.parse(document.getElementById('data').textContent),tip=document.getElementById('tip');
const figures=doc.plots.map(p=>({...p,figure:document.getElementById(p.id)}));
const hidden=new Set(),bare=document.body.classList;
const smooth=document.getElementById('smooth');
if(smooth)smooth.onchange=()=>bare.toggle('plain',!smooth.checked);
document.querySelectorAll('.bar button').forEach((b,run)=>b.onclick=()=>{
  const off=!hidden.has(run);off?hidden.add(run):hidden.delete(run);
  b.setAttribute('aria-pressed',String(!off));
  document.querySelectorAll('path[data-run="'+run+'"]').forEach(p=>p.classList.toggle('off',off));
});
function nearest(xs,x){
  let lo=0,hi=xs.length-1;
  while(hi-lo>1){const mid=(lo+hi)>>1;xs[mid]<=x?lo=mid:hi=mid}
  return hi>=0&&Math.abs(xs[hi]-x)<Math.abs(xs[lo]-x)?hi:lo;
}
function format(y){
  if(y===null||y===undefined)return 'not finite or 0';
  const a=Math.abs(y);return a!==0&&(a<1e-3||a>=1e7)?y.toExponential(3):String(+y.toPrecision(6));
}
function hide(){tip.style.visibility='hidden';document.querySelectorAll('.cursor').forEach(c=>c.style.visibility='hidden')}
function show(entry,event){
  const svg=entry.figure.querySelector('svg'),box=svg.getBoundingClientRect(),d=svg.dataset;
  const unit=svg.viewBox.baseVal.width/box.width,left=+d.left,right=+d.right,low=+d.low,high=+d.high;
  const at=(event.clientX-box.left)*unit;
  if(at<left-4||at>right+4){hide();return}
  let step=low+(at-left)/(right-left)*(high-low);
  const pixel=(high-low)/(right-left),events=entry.id==='skipped';
  const near=entry.series.filter(s=>s.x.length&&!hidden.has(s.run)).map(s=>({s,i:nearest(s.x,step)}));
  if(!near.length){hide();return}
  const best=near.reduce((a,b)=>Math.abs(b.s.x[b.i]-step)<Math.abs(a.s.x[a.i]-step)?b:a);
  step=best.s.x[best.i];
  tip.replaceChildren();
  const head=document.createElement('b');head.textContent='step '+step;tip.append(head);
  for(const s of entry.series){
    if(hidden.has(s.run)||!s.x.length)continue;
    const i=nearest(s.x,step);
    if(Math.abs(s.x[i]-step)>(events?0:2*pixel))continue;
    const row=document.createElement('div'),name=document.createElement('i'),value=document.createElement('span');
    const key=document.querySelector('.bar button:nth-of-type('+(s.run+1)+') .key').cloneNode(true);
    name.textContent=doc.runs[s.run];name.style.fontStyle='normal';
    value.textContent=events?'skipped':format(s.y[i]);row.append(key,name,value);tip.append(row);
  }
  for(const f of figures){
    const c=f.figure.querySelector('.cursor'),x=left+(step-low)/(high-low)*(right-left);
    c.setAttribute('x1',x);c.setAttribute('x2',x);c.style.visibility='visible';
  }
  tip.style.visibility='visible';
  const w=tip.offsetWidth,h=tip.offsetHeight,px=event.clientX+16+w>innerWidth?event.clientX-16-w:event.clientX+16;
  tip.style.left=Math.max(4,px)+'px';tip.style.top=Math.max(4,Math.min(event.clientY-h/2,innerHeight-h-4))+'px';
}
for(const entry of figures){
  const svg=entry.figure.querySelector('svg');
  svg.onpointermove=e=>show(entry,e);svg.onpointerleave=hide;
}
)js";

} // namespace halftone

#endif // HALFTONE_SUPPORT_REPORTASSETS_H
