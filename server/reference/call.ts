import { xmlAttribute, xmlText } from '../../render/xml.ts';
import { curlOf } from './curl.ts';
import type { Answer, Operation, Parameter, PlacedOperation, ReferenceDocument } from './document.ts';
import { exampleOf } from './example.ts';
import { code, idOf, prose } from './markup.ts';
import { bodyHtml, fieldList } from './schema.ts';

/** One call: what it is for, who may make it, what goes in and what comes out. */
export function callHtml(placed: PlacedOperation, document: ReferenceDocument): string {
  const { path, method, operation } = placed;
  const { operationId, summary, description, responses } = operation;
  const base = document.servers[0]?.url ?? '';
  const id = idOf(operationId);
  return `<section class="call" id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><a href="#${id}">${methodHtml(method)} ${code(`${base}${path}`)}</a></h3>
<p>${prose(summary)}. <span class="scope">${scopeWords(operation)} ${code(operationId)}</span></p>
${paragraph(description)}
<div class="line" data-of="${xmlAttribute(summary)}"><pre>${xmlText(curlOf(placed, base, document.components.schemas))}</pre></div>
${parametersHtml(operation.parameters ?? [])}${bodiesHtml(operation, document)}
<h4>Answers</h4>
${Object.entries(responses)
  .filter(([, answer]) => answer['x-problems'] === undefined)
  .map(([status, answer]) => answerHtml(status, answer, document))
  .join('')}${problemsHtml(responses, document)}
</section>`;
}

/** A description without the scope at its end, which stands beside the name of the call already. */
function paragraph(description = ''): string {
  const rest = description.replace(/(?:^| )(?:Scope [a-z ]+|Any token)\.$/, '');
  return rest === '' ? '' : `<p>${prose(rest)}</p>`;
}

export function methodHtml(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${xmlText(method)}</span>`;
}

function scopeWords({ security }: Operation): string {
  if (security.length === 0) return 'No token is asked for.';
  const scopes = security.flatMap(({ token = [] }) => token);
  if (scopes.length === 0) return 'Any token.';
  return `Scope ${scopes.map((scope) => code(scope)).join(' or ')}.`;
}

const PLACES = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const;

function parametersHtml(parameters: readonly Parameter[]): string {
  return PLACES.map(([place, heading]) => {
    const here = parameters.filter((one) => one.in === place);
    const fields = here.map(({ name, required, description, schema }) => {
      return { name, isRequired: required === true, description, schema };
    });
    return fields.length === 0 ? '' : `<h4>${heading}</h4>${fieldList(fields)}`;
  }).join('');
}

function bodiesHtml({ requestBody }: Operation, { components: { schemas } }: ReferenceDocument): string {
  return Object.entries(requestBody?.content ?? {})
    .map(([type, { schema }]) => {
      const example = type === 'application/json' ? exampleHtml(exampleOf(schema, schemas)) : '';
      return `<h4>Body as ${code(type)}</h4>${bodyHtml(schema, schemas)}${example}`;
    })
    .join('');
}

function answerHtml(status: string, answer: Answer, { components: { schemas } }: ReferenceDocument): string {
  const { description, content = {}, headers = {} } = answer;
  const named = Object.entries(headers).map(
    ([name, said]) => `<li>${code(name, 'name')} ${prose(said.description ?? '')}</li>`,
  );
  const types = Object.entries(content).map(([type, { schema }]) => {
    const isJson = type === 'application/json';
    return `<p>${code(type)}</p>${isJson ? `${bodyHtml(schema, schemas)}${exampleHtml(exampleOf(schema, schemas))}` : ''}`;
  });
  const inside = `${named.length > 0 ? `<ul class="fields">${named.join('')}</ul>` : ''}${types.join('')}`;
  const words = `<strong>${xmlText(status)}</strong> ${prose(description)}`;
  return inside === '' ? `<p>${words}</p>` : `<details><summary>${words}</summary>${inside}</details>`;
}

function exampleHtml(value: unknown): string {
  return `<details><summary>Example</summary><pre>${xmlText(JSON.stringify(value, null, 2))}</pre></details>`;
}

const FILE_REFUSED =
  'What a file is refused for: each fault has a code of its own, says the line or the byte, and what to do.';

/** Every problem that the call may meet, with what to do about it. */
function problemsHtml(responses: Operation['responses'], { components }: ReferenceDocument): string {
  const kinds = components['x-problems'];
  const items = Object.entries(responses).flatMap(([status, answer]) =>
    (answer['x-problems'] ?? []).map((name) => {
      const kind = kinds[name];
      if (kind === undefined) return `<li><strong>${xmlText(status)}</strong> ${FILE_REFUSED}</li>`;
      const advice = kind.advice === null ? '' : ` ${prose(kind.advice)}`;
      return `<li><strong>${xmlText(status)}</strong> <a href="#${idOf('problem', name)}">${code(name)}</a> ${prose(kind.title)}.${advice}</li>`;
    }),
  );
  if (items.length === 0) return '';
  return `<details><summary>Problems that it may answer with (${items.length})</summary><ul class="problems">${items.join('')}</ul></details>`;
}
