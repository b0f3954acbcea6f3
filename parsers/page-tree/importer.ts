import type { Detection, Head, Importer } from '../importer.ts';
import { wholeFileReader } from '../whole-file.ts';
import { parsePageTree } from './reader.ts';

/** Pages that hold the tree of their flame graph as a literal in a script. */
export const pageTreeImporter: Importer = {
  id: 'html',
  title: 'flame graph page',
  detect,
  open: (context) => wholeFileReader(context, parsePageTree),
};

const TREE =
  /\{\s{0,200}["']?(?:name|n)["']?\s{0,20}:[^{}]{1,2000}["']?(?:children|c)["']?\s{0,20}:\s{0,20}\[\s{0,200}\{\s{0,200}["']?(?:name|n)["']?\s{0,20}:/;

function detect({ text }: Head): Detection {
  const no = (because: string): Detection => ({ verdict: 'no', because });
  if (!/^\s*<(?:!doctype html|html|head)\b/i.test(text)) return no('it is no HTML page');
  if (/generated automatically by "stackvis/.test(text) || /\bsvRawData\s*=/.test(text))
    return { verdict: 'yes', because: 'it is a page of stackvis' };
  if (/<meta name="template_version"/.test(text) && /<title>Flame Graph<\/title>/.test(text))
    return { verdict: 'yes', because: 'it is a page of `perf script report flamegraph`' };
  if (TREE.test(text)) return { verdict: 'yes', because: 'its script holds a tree of names, values and children' };
  if (/d3-?flame-?graph/i.test(text)) return { verdict: 'unsure', because: 'it is a page that uses d3-flame-graph' };
  if (/^\s*<html>\s*<head>\s*<meta charset="utf-8">\s*<style>\s*\/\*! TACHYONS/.test(text))
    return { verdict: 'unsure', because: 'it begins as the pages of 0x do' };
  return no('its beginning shows no tree of a flame graph');
}
