/** What the lines `# name : value` of `--header` say about a recording, by the label under which it is kept. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['hostname', 'host'],
  ['os release', 'kernel'],
  ['cpudesc', 'cpu'],
  ['cmdline', 'command'],
  ['captured on', 'captured'],
]);

/** The header that `perf script --header` prints before the first sample. */
export class Metadata {
  /** `host`, `kernel`, `cpu`: the places that a comparison looks at; `command` and `captured` for the reader. */
  readonly labels = new Map<string, string>();
  /** Version of perf that recorded. */
  version: string | null = null;

  /** Takes a comment line. The first value of a name counts. */
  read(line: string): void {
    const colon = line.indexOf(':');
    const name = line.slice(1, Math.max(1, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (name === '' || value === '') return;
    if (name === 'perf version') this.version ??= value;
    const label = LABELS.get(name);
    if (label !== undefined && !this.labels.has(label)) this.labels.set(label, value);
  }
}
