/** What the lines `# name : value` of `--header` say about a recording, by the label under which it is kept. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['hostname', 'host'],
  ['os release', 'kernel'],
  ['cpudesc', 'cpu'],
  ['cmdline', 'command'],
  ['captured on', 'captured'],
]);

const ENTRY = /^#\s*([a-z][a-z ]*?)\s*:\s*(\S.*?)\s*$/;

/** The header that `perf script --header` prints before the first sample. */
export class Metadata {
  /** `host`, `kernel`, `cpu`: the places that a comparison looks at; `command` and `captured` for the reader. */
  readonly labels = new Map<string, string>();
  /** Version of perf that recorded. */
  version: string | null = null;

  /** Takes a comment line. The first value of a name counts. */
  read(line: string): void {
    const entry = ENTRY.exec(line);
    const name = entry?.[1];
    const value = entry?.[2];
    if (name === undefined || value === undefined) return;
    if (name === 'perf version') this.version ??= value;
    const label = LABELS.get(name);
    if (label !== undefined && !this.labels.has(label)) this.labels.set(label, value);
  }
}
