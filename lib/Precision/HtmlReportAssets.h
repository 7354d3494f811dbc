// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Style, frame and script of the page. Blue is low, orange f32: people who confuse red and
// green can tell them apart. Only what is open is in the document, so that a page of ten
// thousand ops is there at once.
#ifndef HALFTONE_LIB_PRECISION_HTMLREPORTASSETS_H
#define HALFTONE_LIB_PRECISION_HTMLREPORTASSETS_H

namespace halftone::precision {

inline constexpr char precisionStyle[] = R"css(
:root{color-scheme:light dark;--bg:#fbfbfa;--card:#fff;--fg:#1d2126;--dim:#68707a;--grid:#e8eaed;--edge:#d5d9de;
--low:#1f6fd6;--f32:#e07b00;--widen:#6a4bd1;--keep:#9aa2ac;--down:#138a63;--up:#c2398b;--chip:12%}
@media(prefers-color-scheme:dark){:root{--bg:#14171b;--card:#1b1f24;--fg:#e6e9ed;--dim:#98a1ab;--grid:#2a3037;--edge:#39414a;
--low:#6aabff;--f32:#ffae4d;--widen:#b09bff;--keep:#6d7681;--down:#4fd3a4;--up:#ff85c8;--chip:20%}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif}
main{max-width:1280px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:24px;font-weight:650;margin:0}
h2{font-size:16px;font-weight:650;margin:26px 0 8px}
header{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:baseline;margin-bottom:14px}
header span,small{color:var(--dim);font-size:14px}
select,input[type=search]{font:inherit;font-size:14px;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:3px 9px}
header select{margin-left:auto;max-width:220px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px}
.card{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:11px 14px;font-variant-numeric:tabular-nums}
.card b{display:block;font-size:22px;font-weight:650;line-height:1.3}
.card i{font-style:normal;color:var(--dim);font-size:13px}
.card p{margin:2px 0 0;color:var(--dim);font-size:13px}
.good{color:var(--down)}
.mix{display:flex;height:8px;border-radius:4px;overflow:hidden;background:var(--grid);margin-top:8px}
.mix span{height:100%}
.bar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;padding:10px 0;background:var(--bg);margin-top:14px}
.bar button{display:flex;gap:7px;align-items:center;font:inherit;font-size:14px;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:99px;padding:3px 12px;cursor:pointer}
.bar button[aria-pressed=false]{opacity:.4}
.bar input{margin-left:auto;width:240px}
.dot{width:11px;height:11px;border-radius:3px;flex:none}
.low{--c:var(--low)}.f32{--c:var(--f32)}.widen{--c:var(--widen)}.keep{--c:var(--keep)}.down{--c:var(--down)}.up{--c:var(--up)}
.dot,.mix span{background:var(--c)}
.tree{background:var(--card);border:1px solid var(--edge);border-radius:10px;overflow:hidden}
.row{display:grid;grid-template-columns:minmax(150px,1.1fr) minmax(120px,2fr) 74px 150px;gap:14px;align-items:center;width:100%;padding:5px 14px;border:0;border-top:1px solid var(--grid);background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;font-variant-numeric:tabular-nums}
.tree>.node:first-child>.row{border-top:0}
.row:hover,.row:focus-visible{background:color-mix(in srgb,var(--grid) 45%,transparent);outline:0}
.row>:nth-child(n+3){text-align:right;color:var(--dim);font-size:13px;white-space:nowrap}
.label{display:flex;gap:7px;align-items:center;padding-left:calc(var(--depth)*17px);overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.label::before{content:"";border:5px solid transparent;border-left:7px solid var(--dim);border-right:0;flex:none;transition:transform .12s}
.open>.row .label::before{transform:rotate(90deg)}
.part>.row .label{font-weight:650}
.ribbon{display:block;width:100%;height:15px;border-radius:3px}
.ops{display:flex;flex-wrap:wrap;gap:5px;align-items:center;padding:8px 14px 11px calc(30px + var(--depth)*17px);border-top:1px solid var(--grid);background:color-mix(in srgb,var(--bg) 60%,transparent)}
.op{font-size:13px;line-height:1.35;padding:2px 8px;border-radius:6px;border:1px solid color-mix(in srgb,var(--c) 55%,transparent);border-left:4px solid var(--c);background:color-mix(in srgb,var(--c) var(--chip),transparent);cursor:default}
.op.island{border-style:dashed;border-left-style:solid}
.cast{font-size:12px;line-height:1.35;padding:1px 7px;border-radius:99px;color:var(--c);border:1px solid color-mix(in srgb,var(--c) 45%,transparent);white-space:nowrap;cursor:default;font-variant-numeric:tabular-nums}
.op:focus-visible,.cast:focus-visible{outline:2px solid var(--c);outline-offset:1px}
.more{font:inherit;font-size:13px;color:var(--dim);background:none;border:1px dashed var(--edge);border-radius:6px;padding:2px 9px;cursor:pointer}
.hide-low .op.low,.hide-f32 .op.f32,.hide-widen .op.widen,.hide-keep .op.keep,.hide-casts .cast{display:none}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:0 18px;align-items:start}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--edge);border-radius:10px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
th,td{padding:5px 12px;text-align:right;white-space:nowrap;border-top:1px solid var(--grid)}
th{color:var(--dim);font-weight:550;font-size:13px;border-top:0}
th:first-child,td:first-child{text-align:left;max-width:260px;overflow:hidden;text-overflow:ellipsis}
td .mix{margin:0;min-width:110px}
#tip{position:fixed;z-index:3;pointer-events:none;visibility:hidden;max-width:min(560px,92vw);background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:9px 12px;font-size:13px;box-shadow:0 4px 16px rgb(0 0 0/.18);overflow-wrap:anywhere}
#tip b{font-weight:650}#tip dl{display:grid;grid-template-columns:auto 1fr;gap:1px 10px;margin:5px 0 0}#tip dt{color:var(--dim)}#tip dd{margin:0}
footer{margin-top:22px;color:var(--dim);font-size:13px}
@media(max-width:720px){.row{grid-template-columns:1fr 74px}.row>:nth-child(2),.row>:nth-child(4){display:none}}
)css";

inline constexpr char precisionBody[] = R"html(<main>
<header><h1>Precision report</h1><span id="what"></span><select id="function" aria-label="function"></select></header>
<div class="cards" id="cards"></div>
<div class="bar" id="bar"></div>
<div class="tree" id="tree"></div>
<div class="two"><div><h2>By op</h2><div class="scroll" id="kinds"></div></div>
<div><h2>Largest casts</h2><div class="scroll" id="largest"></div></div></div>
<footer>A layer opens by a click. Its strip shows its ops in program order. Ops are in the order of the program, with
the casts before the op that asked for them: ▼ narrows once, for all readers; ▲ widens, which is exact. A dashed border is
an f32 island. Bytes are read and written by a cast, were it a kernel of its own.</footer>
</main><div id="tip" role="tooltip"></div>
)html";

inline constexpr char precisionScript[] = R"js(
const doc=JSON.parse(document.getElementById('data').textContent),T=doc.texts;
const decisions=['low','f32','widen','keep'],partNames=['Forward','Backward','Optimizer'];
const said={low:doc.compute,f32:'f32',widen:'widest operand',keep:'as written'};
const $=id=>document.getElementById(id);
function el(tag,className,text){
  const e=document.createElement(tag);if(className)e.className=className;
  if(text!==undefined)e.textContent=text;return e;
}
function size(n){
  const units=['B','kB','MB','GB','TB'];let i=0;
  while(n>=1000&&i<4){n/=1000;i++}
  return (i?n.toPrecision(3):n)+' '+units[i];
}
const count=(n,word)=>n.toLocaleString('en')+' '+word+(n===1?'':'s');

// Rows of the data, by name.
function readOp(r,id){
  return {id,op:T[r[0]],layer:T[r[1]],leaf:T[r[2]],place:T[r[3]],result:T[r[4]],part:r[5],decision:decisions[r[6]],
    label:T[r[7]],basis:T[r[8]],reason:T[r[9]],rule:T[r[10]],island:r[11],before:T[r[12]],after:T[r[13]],range:T[r[14]],groups:r[15].map(i=>T[i]),casts:[]};
}
function readCast(r){
  return {value:T[r[0]],from:T[r[1]],to:T[r[2]],bytes:r[3],narrowing:!!r[4],part:r[5],producer:r[6],users:r[7],userOp:T[r[8]],times:r[9]};
}
function read(f){
  if(f.tree)return f;
  f.rows=f.ops.map(readOp);f.list=f.casts.map(readCast);
  f.loose=[];
  for(const c of f.list){
    // Where it is drawn: before its first reader, else behind what gives the value.
    const at=c.users.length?Math.min(...c.users):c.producer;
    c.after=!c.users.length;
    (at>=0?f.rows[at].casts:f.loose).push(c);
  }
  f.tree=partNames.map((name,part)=>({name,part,children:new Map(),items:[],all:[]}));
  for(const row of f.rows){
    let node=f.tree[row.part];node.all.push(row);
    for(const piece of row.layer?row.layer.split('/'):[]){
      if(!node.children.has(piece)){
        const child={name:piece,part:row.part,children:new Map(),items:[],all:[]};
        node.children.set(piece,child);node.items.push(child);
      }
      node=node.children.get(piece);node.all.push(row);
    }
    node.items.push(row);
  }
  return f;
}

// Numbers of a set of ops.
function tally(rows){
  const t={low:0,f32:0,widen:0,keep:0,casts:0,bytes:0};
  for(const r of rows){t[r.decision]++;for(const c of r.casts){t.casts++;t.bytes+=c.bytes*c.times}}
  return t;
}
function mix(t){
  const bar=el('div','mix'),sum=decisions.reduce((n,d)=>n+t[d],0)||1;
  for(const d of decisions)if(t[d]){const s=el('span',d);s.style.width=100*t[d]/sum+'%';bar.append(s)}
  bar.title=decisions.filter(d=>t[d]).map(d=>t[d]+' '+said[d]).join(', ');
  return bar;
}
// At most `most` cells in program order, each in the colour that most of its ops have.
function ribbon(rows){
  const most=280,n=Math.min(most,rows.length),ns='http://www.w3.org/2000/svg';
  const svg=document.createElementNS(ns,'svg');
  svg.setAttribute('viewBox','0 0 '+n+' 10');svg.setAttribute('preserveAspectRatio','none');svg.classList.add('ribbon');
  const cells=[];
  for(let i=0;i<n;i++){
    const from=Math.floor(i*rows.length/n),to=Math.max(from+1,Math.floor((i+1)*rows.length/n)),t=tally(rows.slice(from,to));
    cells.push([decisions.reduce((a,b)=>t[b]>t[a]?b:a),t.casts>0]);
  }
  for(let i=0,j;i<n;i=j){
    for(j=i+1;j<n&&cells[j][0]===cells[i][0];j++);
    const r=document.createElementNS(ns,'rect');
    r.setAttribute('x',i);r.setAttribute('width',j-i);r.setAttribute('height',10);
    r.style.fill='var(--'+cells[i][0]+')';svg.append(r);
  }
  for(let i=0;i<n;i++)if(cells[i][1]){
    const r=document.createElementNS(ns,'rect');
    r.setAttribute('x',i+.35);r.setAttribute('width',.3);r.setAttribute('y',6);r.setAttribute('height',4);
    r.style.fill='var(--card)';svg.append(r);
  }
  return svg;
}

function castChip(c){
  const chip=el('span','cast '+(c.narrowing?'down':'up'),(c.narrowing?'▼ ':'▲ ')+c.to+' '+size(c.bytes)+(c.times>1?' × '+c.times:''));
  chip.tabIndex=0;chip.cast=c;return chip;
}
function opChip(r){
  const chip=el('span','op '+r.decision+(r.island?' island':''),r.leaf&&r.leaf.length<28?r.leaf:r.op.replace(/^train\./,''));
  chip.tabIndex=0;chip.row=r;return chip;
}
// Fills a list of ops, so many at a time.
function fill(box,rows){
  const step=400;let at=0;
  const more=el('button','more');
  function next(){
    more.remove();
    for(const end=Math.min(at+step,rows.length);at<end;at++){
      const r=rows[at];
      for(const c of r.casts)if(!c.after)box.append(castChip(c));
      box.append(opChip(r));
      for(const c of r.casts)if(c.after)box.append(castChip(c));
    }
    if(at<rows.length){more.textContent=rows.length-at+' more';box.append(more)}
  }
  more.onclick=next;next();
}
function open(box,node,depth){
  // Runs of ops between the layers, in order.
  let run=[];
  const flush=()=>{if(run.length){const ops=el('div','ops');ops.style.setProperty('--depth',depth);fill(ops,run);box.append(ops);run=[]}};
  for(const item of node.items)if(item.children){flush();box.append(draw(item,depth+1))}else run.push(item);
  flush();
}
function draw(node,depth){
  const box=el('div','node'+(depth?'':' part')),row=el('button','row'),label=el('span','label',node.name),t=tally(node.all);
  label.style.setProperty('--depth',depth);label.title=node.name;
  row.append(label,ribbon(node.all),el('span','',count(node.all.length,'op')),
    el('span','',t.casts?count(t.casts,'cast')+', '+size(t.bytes):''));
  row.setAttribute('aria-expanded','false');
  row.onclick=()=>{
    const on=box.classList.toggle('open');row.setAttribute('aria-expanded',String(on));
    if(on)open(box,node,depth);else while(box.children.length>1)box.lastChild.remove();
  };
  box.append(row);return box;
}

function card(title,value,note,extra){
  const c=el('div','card');c.append(el('i','',title),el('b','',value));
  if(note){const p=el('p','');typeof note==='string'?p.textContent=note:p.append(note);c.append(p)}
  if(extra)c.append(extra);
  return c;
}
function showCards(f){
  const t=tally(f.rows),cards=$('cards'),islands=new Set(f.rows.map(r=>r.island).filter(i=>i));
  cards.replaceChildren();
  cards.append(card('ops',f.rows.length.toLocaleString('en'),decisions.filter(d=>t[d]).map(d=>t[d]+' '+said[d]).join(' · '),mix(t)));
  cards.append(card('casts',(f.narrowing+f.widening).toLocaleString('en'),f.narrowing+' narrowing, '+f.widening+' widening'));
  cards.append(card('bytes of casts',size(f.bytes),'read and written, were each a kernel'));
  if(f.bound){
    const cost=f.cost||null,note=el('span','');
    if(cost&&cost[0]===f.bound[0]&&cost[1]===f.bound[1]){note.className='good';note.textContent='✓ equal to the lower bound'}
    else note.textContent='lower bound '+size(f.bound[0])+' in '+count(f.bound[1],'cast')+(f.inexact.length?': '+f.inexact.join('; '):'');
    const c=card('cost of the placement',size((cost||f.bound)[0]),note);
    c.title=doc.prices==='kernels'?'bytes of casts, each a kernel of its own':'bytes of casts, and what f32 stores and keeps more than 16 bits would';
    cards.append(c);
  }else if(f.cost)cards.append(card('cost of the placement',size(f.cost[0]),'this placement knows no lower bound'));
  cards.append(card('kept for the backward pass',size(f.kept),'values of the forward pass that it reads'));
  if(islands.size)cards.append(card('f32 islands',String(islands.size),count(f.rows.filter(r=>r.island).length,'op')));
}
function table(box,heads,lines){
  const t=el('table'),h=el('tr');heads.forEach(x=>h.append(el('th','',x)));
  const head=el('thead'),body=el('tbody');head.append(h);t.append(head,body);
  for(const line of lines){const tr=el('tr');for(const x of line){const td=el('td');x instanceof Node?td.append(x):td.textContent=x;if(!(x instanceof Node))td.title=x;tr.append(td)}body.append(tr)}
  box.replaceChildren(t);
}
function showTables(f){
  const kinds=new Map();
  for(const r of f.rows){if(!kinds.has(r.op))kinds.set(r.op,[]);kinds.get(r.op).push(r)}
  const all=[...kinds].map(([op,rows])=>[op,tally(rows),rows.length]).sort((a,b)=>b[2]-a[2]||(a[0]<b[0]?-1:1));
  table($('kinds'),['op','ops',said.low,'f32','precision'],all.slice(0,40).map(([op,t,n])=>[op,n,t.low,t.f32,mix(t)]));
  const casts=[...f.list].sort((a,b)=>b.bytes*b.times-a.bytes*a.times).slice(0,25);
  table($('largest'),['value','cast','bytes','for'],casts.map(c=>[c.value,c.from+' → '+c.to,size(c.bytes*c.times),(c.userOp||'a result').replace(/^train\./,'')]));
}

// Search: what matches becomes one flat list.
let current;
function showTree(){
  const tree=$('tree'),asked=$('find').value.trim().toLowerCase();
  tree.replaceChildren();
  if(asked){
    const found=current.rows.filter(r=>(r.layer+'/'+r.leaf+' '+r.op+' '+r.result+' '+r.place+' '+r.reason).toLowerCase().includes(asked));
    const node={name:count(found.length,'op')+' with “'+asked+'”',children:new Map(),items:found,all:found};
    const box=draw(node,0);tree.append(box);
    if(found.length)box.firstChild.click();
    return;
  }
  const parts=current.tree.filter(n=>n.all.length);
  for(const node of parts)tree.append(draw(node,0));
  // A part with few layers is open from the start.
  [...tree.children].forEach((box,i)=>{if(parts[i].items.length<=40||(parts.length===1&&parts[i].all.length<=400))box.firstChild.click()});
}
function show(index){
  current=read(doc.functions[index]);
  showCards(current);showTree();showTables(current);
}

const tip=$('tip');
function line(list,name,value){if(!value)return;list.append(el('dt','',name),el('dd','',value))}
function fillTip(target){
  tip.replaceChildren();
  const list=el('dl');
  if(target.row){
    const r=target.row;
    tip.append(el('b','',(r.layer?r.layer+'/':'')+(r.leaf||r.op)));
    line(list,'op',r.op+(r.place?' at '+r.place:''));
    line(list,'decision',said[r.decision]+' ('+r.decision+')');line(list,'reason',r.reason);
    line(list,'label',r.label+', by '+r.basis+(r.rule?', '+r.rule:''));
    line(list,'island',r.island?String(r.island):'');
    line(list,'range',r.range);
    line(list,'types',r.after&&r.after!==r.before?r.before+' became '+r.after:r.before);
    line(list,'gives',r.result);
    for(const g of r.groups)line(list,'group',g);
  }else{
    const c=target.cast;
    tip.append(el('b','',c.from+' → '+c.to+', '+size(c.bytes)+(c.times>1?', '+c.times+' times a step':'')));
    line(list,'value',c.value);line(list,'does',c.narrowing?'narrows: rounds to nearest even':'widens: exact');
    line(list,'for',(c.userOp||'what is returned')+(c.users.length>1?' and '+(c.users.length-1)+' more':''));
  }
  tip.append(list);
}
function place(x,y){
  const w=tip.offsetWidth,h=tip.offsetHeight;
  tip.style.left=Math.max(4,Math.min(x+14,innerWidth-w-8))+'px';
  tip.style.top=(y+20+h>innerHeight?Math.max(4,y-h-12):y+20)+'px';tip.style.visibility='visible';
}
function over(e){
  const target=e.target.closest&&e.target.closest('.op,.cast');
  if(!target||!(target.row||target.cast)){tip.style.visibility='hidden';return}
  fillTip(target);
  if(e.type==='focusin'){const b=target.getBoundingClientRect();place(b.left,b.bottom-14)}else place(e.clientX,e.clientY);
}
document.addEventListener('pointerover',over);document.addEventListener('focusin',over);
document.addEventListener('scroll',()=>tip.style.visibility='hidden',{passive:true});

$('what').textContent='compute '+doc.compute+', policy '+doc.policy+', placement '+doc.placement+(doc.target?', target '+doc.target:'');
const names=[['low',doc.compute+' (low)'],['f32','f32'],['widen','widest operand'],['keep','as written'],['casts','casts']];
for(const [key,name] of names){
  const b=el('button',key==='casts'?'down':key);b.setAttribute('aria-pressed','true');b.title='show or hide';
  b.append(el('span','dot'),document.createTextNode(name));
  b.onclick=()=>b.setAttribute('aria-pressed',String(!document.body.classList.toggle('hide-'+key)));
  $('bar').append(b);
}
const find=el('input');find.type='search';find.id='find';find.placeholder='find a layer, an op, a reason';
$('bar').append(find);
let wait;find.oninput=()=>{clearTimeout(wait);wait=setTimeout(showTree,150)};
doc.functions.forEach((f,i)=>{const o=el('option','','@'+f.name);o.value=i;$('function').append(o)});
const largest=doc.functions.reduce((best,f,i)=>f.ops.length>doc.functions[best].ops.length?i:best,0);
$('function').value=largest;$('function').onchange=e=>show(+e.target.value);
if(doc.functions.length<2)$('function').style.display='none';
if(doc.functions.length)show(largest);else $('tree').textContent='There is no function with a body.';
)js";

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_HTMLREPORTASSETS_H
