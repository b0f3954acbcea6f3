/** What every JavaScript host has and the ES library does not declare: all that pure folders may use beside it. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}
declare function btoa(bytes: string): string;
