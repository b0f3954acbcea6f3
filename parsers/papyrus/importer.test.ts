import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, foldedOf, profileIn } from '../text/laws.testkit.ts';
import { papyrusImporter } from './importer.ts';

describe('a log of Papyrus', () => {
  it('has the time between events of each stack, though several run at once', () => {
    const profile = profileIn(papyrusImporter, new Uint8Array(readFileSync('fixtures/valid/papyrus-two-stacks.txt')));
    expect(foldedOf(profile)).toEqual([
      'STACK 7 50',
      'STACK 7;demo..outer 240',
      'STACK 7;demo..outer;demo..inner 60',
      'STACK 9;demo..other 150',
    ]);
    expect(codesOf(profile)).toEqual(['papyrus-left-unentered']);
  });

  it('says when it was not closed', () => {
    const text = 'Script_x log opened (PC)\n1:PUSH:7:1:None:a..f\n5:POP:7:1:None:a..f\n';
    expect(codesOf(profileIn(papyrusImporter, text))).toEqual(['papyrus-not-closed']);
  });
});
