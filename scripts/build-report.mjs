// Builds dist/report/page.html: the page with its script and its styles inside, to which render/html.ts adds a
// comparison. The policy in it names both by their hash, so nothing else in a report can ever run.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Writes the page for reports under `root`; gives what is wrong, or null. */
export async function buildReport(root) {
  const client = join(root, 'client');
  const { output } = await build({
    root: client,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(client, 'report/main.tsx'),
        output: { codeSplitting: false },
      },
    },
  });
  const scripts = output.filter(({ type }) => type === 'chunk').map(({ code }) => code);
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source));
  if (scripts.length !== 1 || styles.length !== 1 || output.length !== 2) {
    return `the report needs one script and one style sheet: ${output.map(({ fileName }) => fileName).join(', ')}`;
  }
  // The same text to JavaScript, and no end of the element to HTML.
  const script = `\n${scripts[0].trim().replaceAll('</script', '<\\/script')}\n`;
  const style = `\n${styles[0].trim()}\n`;
  if (/<!--|<script/i.test(script) || /<[!/]/.test(style)) return 'the report would end its own script or style early';
  mkdirSync(join(root, 'dist/report'), { recursive: true });
  writeFileSync(join(root, 'dist/report/page.html'), pageOf(script, style));
  return null;
}

function pageOf(script, style) {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<!--firebreak:head-->
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<!--firebreak:comparison-->
<script type="module">${script}</script>
</body>
</html>
`;
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
