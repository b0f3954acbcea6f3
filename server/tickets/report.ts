/** A comparison as it goes to a ticket. */
export interface TicketReport {
  /** Of the comparison. */
  readonly id: string;
  /** 16 hexadecimal digits of the two sides that were compared, whatever the rules: a later report replaces it. */
  readonly pair: string;
  /** In the tracker's markup, not longer than it takes. */
  readonly text: ReportText;
  /** The picture first, then what opens in a browser. */
  readonly files: readonly ReportFile[];
}

export interface ReportText {
  readonly plain: string;
  /** Shows the attached picture. */
  readonly withPicture: string;
}

export interface ReportFile {
  readonly kind: 'png' | 'svg' | 'html';
  /** `firebreak-`, 8 digits of the pair, 12 of the content: the same name is the same file. */
  readonly fileName: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

const OWN_FILE = /^firebreak-[0-9a-f]{8}-[0-9a-f]{12}\.(?:png|svg|html)$/;

/** Whether a file on a ticket is one that Firebreak left there. */
export function isReportFile(fileName: string): boolean {
  return OWN_FILE.test(fileName);
}

export function reportFileName(pair: string, sha256: string, kind: ReportFile['kind']): string {
  return `firebreak-${pair.slice(0, 8)}-${sha256.slice(0, 12)}.${kind}`;
}

export const CONTENT_TYPES: Readonly<Record<ReportFile['kind'], string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  html: 'text/html',
};
