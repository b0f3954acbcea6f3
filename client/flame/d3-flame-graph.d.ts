/** Types of what we use of d3-flame-graph 5.0.0, which ships none. Written from its source. */
declare module 'd3-flame-graph' {
  import type { Selection } from 'd3';

  /** What the chart is fed with. It writes `id`, `hide` and `fade` into it, so it must be fresh and mutable. */
  export interface FlameDatum {
    name: string;
    value: number;
    children: FlameDatum[];
  }

  export interface LaidOut<D extends FlameDatum> {
    readonly data: D;
    readonly depth: number;
  }

  /** Called with the svg, and by every pointer move over a frame. */
  export interface Tooltip {
    (svg: unknown): void;
    show(event: Event, frame: unknown): void;
    hide(): void;
  }

  export interface FlameGraph<D extends FlameDatum> {
    (selection: Selection<HTMLElement, D, null, undefined>): void;
    width(pixels: number): this;
    height(pixels: number | null): this;
    cellHeight(pixels: number): this;
    transitionDuration(milliseconds: number): this;
    inverted(icicle: boolean): this;
    tooltip(tip: Tooltip): this;
    getName(name: (frame: LaidOut<D>) => string): this;
    setLabelHandler(label: (frame: LaidOut<D>) => string): this;
    setColorMapper(colour: (frame: LaidOut<D>, original: string) => string): this;
    update(data?: D): this;
    destroy(): this;
  }

  export default function flamegraph<D extends FlameDatum>(): FlameGraph<D>;
}
