/** The style of the reference; its hash is in the content policy. Colours are those of `client/css/tokens.css`. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #ffffff; --sheet: #f6f7f8; --line: #d9dce1; --strong: #8b929c; --ink: #1b1f26; --soft: #545c68; --link: #14509e; --get: #0b6e5f; --change: #86309b; --remove: #a3161f; --mark: #fff1a8; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --sheet: #1e2126; --line: #343942; --strong: #7b8492; --ink: #e6e8eb; --soft: #a7afba; --link: #8cbcff; --get: #55cbb2; --change: #dd9bee; --remove: #ff9a9f; --mark: #4d4718; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 12px; scrollbar-gutter: stable; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; padding: 4px 8px; background: var(--paper); }
.whole { display: grid; grid-template-columns: 270px minmax(0, 1fr); max-width: 1280px; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 16px; border-right: 1px solid var(--line); background: var(--sheet); font-size: 13px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-top: 10px; }
nav > ul > li > a { font-weight: 600; color: var(--ink); }
nav ul ul a { display: grid; grid-template-columns: 56px 1fr; gap: 4px; padding: 2px 0 2px 10px; text-decoration: none; }
nav ul ul a:hover { text-decoration: underline; }
main { padding: 20px 28px 60px; min-width: 0; }
h1 { font-size: 22px; margin: 0 0 8px; line-height: 1.3; }
h2 { font-size: 18px; margin: 36px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
h3 { font-size: 15px; margin: 0; line-height: 1.5; }
h3 a { text-decoration: none; color: inherit; }
h3 a:hover { text-decoration: underline; }
h3 code { font-size: 14px; }
h4 { font-size: 13px; margin: 14px 0 4px; }
p { margin: 4px 0; max-width: 80ch; }
.method { display: inline-block; min-width: 58px; font: 700 12px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; color: var(--change); }
.method.get { color: var(--get); }
.method.delete { color: var(--remove); }
.call, .shape { margin: 14px 0; padding: 14px 16px; border: 1px solid var(--line); border-radius: 4px; }
.call:target, .shape:target { border-color: var(--link); }
tr:target, li:target { background: var(--mark); }
.scope, .type, .usual { color: var(--soft); }
.needed { color: var(--remove); font-size: 12px; }
.fields { margin: 4px 0; padding: 0 0 0 12px; list-style: none; border-left: 2px solid var(--line); }
.fields li { margin: 5px 0; }
.fields p { margin: 0; color: var(--soft); }
.fields .or { margin-left: 12px; }
.name { font-weight: 700; }
.or { color: var(--soft); font-style: italic; }
pre { margin: 6px 0; padding: 8px 10px; background: var(--sheet); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap; }
details { margin: 4px 0; }
summary { cursor: pointer; }
.problems { margin: 4px 0; padding-left: 18px; }
.line { position: relative; }
.line pre { padding-right: 74px; }
button { position: absolute; top: 5px; right: 5px; min-height: 26px; padding: 2px 10px; font: inherit; font-size: 12px; color: inherit; background: var(--paper); border: 1px solid var(--strong); border-radius: 4px; cursor: pointer; }
.filter label { display: block; font-weight: 600; }
.filter input { width: 100%; min-height: 30px; padding: 3px 8px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--strong); border-radius: 4px; }
.filter output { display: block; min-height: 20px; color: var(--soft); }
[hidden] { display: none !important; }
@media (max-width: 800px) {
  .whole { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  nav > ul { display: flex; flex-wrap: wrap; gap: 2px 14px; }
  nav > ul > li { margin-top: 4px; }
  nav ul ul { display: none; }
  main { padding: 14px 12px 40px; }
  .call, .shape { padding: 10px; }
}
@media print { nav, button { display: none; } .whole { display: block; } }
`;
