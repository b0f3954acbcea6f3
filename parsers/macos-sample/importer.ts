import type { Detection, Head, Importer } from '../importer.ts';
import { lineReader } from '../text/lines.ts';
import { SampleParser } from './reader.ts';

export const macosSampleImporter: Importer = {
  id: 'macos-sample',
  title: 'report of macOS sample',
  detect,
  open: (context) => lineReader(context, new SampleParser(context)),
};

function detect({ text }: Head): Detection {
  if (/^\s*(?:Sampling process .*\n)?Analysis of sampling .+ every \d+ \w+/.test(text)) {
    return { verdict: 'yes', because: 'it begins with "Analysis of sampling"' };
  }
  if (/^Call graph:\r?\n {4}\d+ Thread_/m.test(text)) {
    return { verdict: 'yes', because: '"Call graph:" is followed by the tree of a thread' };
  }
  return { verdict: 'no', because: 'it does not begin with "Analysis of sampling"' };
}
