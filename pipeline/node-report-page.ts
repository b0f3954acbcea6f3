import { readFileSync } from 'node:fs';
import { fault } from '../core/model/problem.ts';
import type { Fault } from '../core/model/problem.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';

/** In dist/, beside the folder of this file; in a checkout, dist/ is beside that folder. */
const PAGE = new URL(
  import.meta.url.endsWith('.ts') ? '../dist/report/page.html' : '../report/page.html',
  import.meta.url,
);

/** The page that `render/html.ts` puts a comparison into. Fault `report-page-missing`: the product is not built. */
export function reportPage(): Result<string, Fault> {
  try {
    return ok(readFileSync(PAGE, 'utf8'));
  } catch {
    return err(fault('report-page-missing'));
  }
}
