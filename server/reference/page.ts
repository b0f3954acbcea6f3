import { createHash } from 'node:crypto';
import { xmlText } from '../../render/xml.ts';
import { callHtml, methodHtml } from './call.ts';
import { operationsOf } from './document.ts';
import type { PlacedOperation, ReferenceDocument } from './document.ts';
import { code, idOf, prose } from './markup.ts';
import { bodyHtml } from './schema.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** The reference of an API: one page that needs no other file, with the policy that it has to be sent with. */
export interface Reference {
  readonly html: string;
  /** Content-Security-Policy: this style and this script, and nothing from anywhere. */
  readonly policy: string;
}

export function referenceOf(document: ReferenceDocument): Reference {
  return { html: pageHtml(document), policy: POLICY };
}

const POLICY = [
  "default-src 'none'",
  `style-src '${sourceHash(STYLE)}'`,
  `script-src '${sourceHash(SCRIPT)}'`,
  // The icon is an empty one: browsers ask for /favicon.ico otherwise.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function pageHtml(document: ReferenceDocument): string {
  const { info, tags } = document;
  const calls = operationsOf(document);
  const groups = tags.map(({ name }) => ({ name, calls: calls.filter(({ operation }) => operation.tags[0] === name) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(info.title)} ${xmlText(info.version)}: the HTTP API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#calls">To the calls</a>
<div class="whole">
<nav aria-label="Calls">
<p><a href="/">${xmlText(info.title)}</a></p>
<div class="filter" hidden><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false" aria-describedby="found"><output id="found" for="filter"></output></div>
<ul>
${groups.map(navGroup).join('\n')}
<li><a href="#shapes">Shapes</a></li>
<li><a href="#problems">Problems</a></li>
</ul>
</nav>
<main id="calls">
${introduction(document)}
${groups.map((group) => groupHtml(group, document)).join('\n')}
${shapesHtml(document)}
${problemsHtml(document)}
</main>
</div>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

interface Group {
  readonly name: string;
  readonly calls: readonly PlacedOperation[];
}

function navGroup({ name, calls }: Group): string {
  const entries = calls.map(({ method, operation: { operationId, summary } }) => {
    const id = idOf(operationId);
    return `<li data-call="${id}"><a href="#${id}">${methodHtml(method)} <span>${prose(summary)}</span></a></li>`;
  });
  return `<li data-group><a href="#${idOf('group', name)}">${xmlText(name)}</a><ul>${entries.join('')}</ul></li>`;
}

function introduction({ info, servers }: ReferenceDocument): string {
  const base = servers[0]?.url ?? '';
  return `<h1>${xmlText(info.title)} ${xmlText(info.version)}: the HTTP API</h1>
<p>${prose(info.description)}</p>
<p>Made from <a href="${xmlText(base)}/openapi.json">openapi.json</a> (OpenAPI 3.1), by which this server checks every request. The lines for a shell
take the address of the server and a token from two variables; a server that only this machine reaches asks for no token.</p>
<pre>export FIREBREAK_URL=http://127.0.0.1:7878 FIREBREAK_TOKEN=fb_…</pre>`;
}

function groupHtml({ name, calls }: Group, document: ReferenceDocument): string {
  return `<div data-group><h2 id="${idOf('group', name)}">${xmlText(name)}</h2>
${calls.map((call) => callHtml(call, document)).join('\n')}</div>`;
}

function shapesHtml({ components: { schemas } }: ReferenceDocument): string {
  const shapes = Object.entries(schemas).map(([name, schema]) => {
    const id = idOf('shape', name);
    return `<section class="shape" id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name"><a href="#${id}">${xmlText(name)}</a></h3>${bodyHtml(schema, schemas)}</section>`;
  });
  return `<h2 id="shapes">Shapes</h2>${shapes.join('\n')}`;
}

function problemsHtml({ components }: ReferenceDocument): string {
  const items = Object.entries(components['x-problems']).map(([name, { type, title, status, advice }]) => {
    const said = advice === null ? '' : `<p>${prose(advice)}</p>`;
    return `<li id="${idOf('problem', name)}"><strong>${status}</strong> ${code(type, 'name')} ${prose(title)}${said}</li>`;
  });
  return `<h2 id="problems">Problems</h2>
<p>Errors are ${code('application/problem+json')}. The ${code('type')} is stable; ${code('detail')} says what is wrong this time, and ${code('advice')} what to do.
A file that cannot be read has a code of its own for every fault, with the line or byte.</p>
<ul class="fields">${items.join('')}</ul>`;
}
