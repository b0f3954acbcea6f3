// Made by scripts/build-api-client.mjs from docs/openapi.json: do not edit.
import type { Binary, Form, Labels, NoInput } from './values.ts';
import type { RulesPreview } from '../pipeline/preview.ts';
import type { ComparisonJson, InspectionJson } from '../render/json-types.ts';
import type { TrendJson } from '../render/series.ts';
import type { VerdictJson } from '../render/verdict-json.ts';

export type AttachedMetrics = {
  readonly fileName: string | null;
  readonly sha256: string;
  readonly format: string;
  readonly generator: string | null;
  readonly metrics: readonly {
    readonly name: string;
    readonly unit: string;
    readonly values: readonly number[];
  }[];
};

export type Comparison = {
  readonly id: string;
  readonly page: string;
  readonly createdAt: string;
  readonly deletedUntil?: string | undefined;
  readonly name: string | null;
  readonly created?: boolean | undefined;
  readonly level: 'none' | 'syntax' | 'default' | 'aggressive';
  readonly valueType: string | null;
  readonly recording: string | null;
  readonly rules: string;
  readonly rulesToday: string;
  readonly without: readonly string[];
  readonly rulesHash: string | null;
  /** Compare different events, units or rates all the same; then nothing is evidence */
  readonly force: boolean;
  /** Leave out of every run what the coarsest drawing among them leaves out */
  readonly sameWidth: boolean;
  readonly base: readonly ComparisonInput[];
  readonly head: readonly ComparisonInput[];
  /** As firebreak diff --json prints it */
  readonly result?: ComparisonJson | undefined;
};

export type ComparisonInput = {
  readonly id: string;
  readonly fileName: string | null;
  readonly format: string;
};

export type ComparisonList = {
  readonly comparisons: readonly Comparison[];
  readonly next: string | null;
};

export type Health = {
  readonly status: 'ok' | 'failing';
  readonly version: string;
};

export type Job = {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly progress: {
    readonly stage: 'waiting' | 'reading' | 'comparing' | 'storing';
    readonly done: number;
    /** 0 where nothing can be counted */
    readonly of: number;
  };
  /** What came of it, once it is done */
  readonly comparison: string | null;
  readonly page: string | null;
  /** Why it failed */
  readonly problem: Problem | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
};

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly file: string | null;
  readonly position: {
    readonly line: number | null;
    readonly byte: number | null;
  } | null;
  readonly column: number | null;
  readonly seen: string | null;
  readonly expected: string | null;
  readonly advice: string | null;
};

export type Profile = {
  readonly id: string;
  readonly created?: boolean | undefined;
  readonly createdAt: string;
  readonly deletedUntil?: string | undefined;
  readonly fileName: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly labels: { readonly [name: string]: string };
  readonly metrics: readonly AttachedMetrics[];
  /** As firebreak inspect --json prints it */
  readonly facts: InspectionJson;
};

export type ProfileList = {
  readonly profiles: readonly Profile[];
  readonly next: string | null;
};

/** The newest profile with all of these, and the others of its commit as runs of the same build */
export type ProfileSelector = {
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
  /** The commit, or how its name begins */
  readonly commit?: string | undefined;
  readonly labels?: { readonly [name: string]: string } | undefined;
};

export type Rules = {
  readonly text: string;
  readonly hash: string | null;
  readonly packs: readonly {
    readonly name: string;
    readonly version: string;
    readonly summary: string;
  }[];
};

export type Uploaded = {
  readonly profiles: readonly Profile[];
};

/** Input and answers of every call. */
export interface Operations {
  /** Upload one or several files */
  readonly uploadProfiles: {
    readonly input: {
      readonly query?: {
        /** Name of the file whose bytes are the body */
        readonly fileName?: string | undefined;
        readonly forkPoint?: string | undefined;
        readonly ancestors?: string | undefined;
      };
      /** Sent as label.NAME; for bodies that are the bytes of one file. */
      readonly labels?: Labels;
      readonly body: { readonly form: Form } | { readonly bytes: Binary };
    };
    readonly answer:
      | { readonly status: 200; readonly value: Uploaded }
      | { readonly status: 201; readonly value: Uploaded };
  };
  /** List profiles, newest first */
  readonly listProfiles: {
    readonly input: {
      readonly query?: {
        readonly limit?: number | undefined;
        readonly cursor?: string | undefined;
        readonly project?: string | undefined;
        readonly branch?: string | undefined;
        /** The commit, or how its name begins */
        readonly commit?: string | undefined;
        /** `NAME=VALUE`; given several times, all of them must be there */
        readonly label?: string | readonly string[] | undefined;
        /** Stored then or later */
        readonly since?: string | undefined;
        /** Stored before that */
        readonly before?: string | undefined;
        /** Words that all stand in the name, a label or the format */
        readonly text?: string | undefined;
        /** `only`: what was deleted and can still be restored */
        readonly deleted?: 'no' | 'only' | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: ProfileList };
  };
  /** Facts of a profile */
  readonly getProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Profile };
  };
  /** Delete a profile */
  readonly deleteProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 204; readonly value: null };
  };
  /** Give a profile another name or other labels */
  readonly editProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly json: {
          readonly fileName?: string | undefined;
          readonly labels?: { readonly [name: string]: string } | undefined;
        };
      };
    };
    readonly answer: { readonly status: 200; readonly value: Profile };
  };
  /** Take back that a profile was deleted */
  readonly restoreProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Profile };
  };
  /** Labels that profiles have, with their values */
  readonly listLabels: {
    readonly input: {
      readonly query?: {
        readonly project?: string | undefined;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly labels: readonly {
          readonly name: string;
          readonly values: readonly string[];
        }[];
      };
    };
  };
  /** Add benchmark output of the run */
  readonly addMetrics: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly query?: {
        /** Name of the file whose bytes are the body */
        readonly fileName?: string | undefined;
      };
      readonly body: { readonly form: Form } | { readonly bytes: Binary };
    };
    readonly answer: { readonly status: 200; readonly value: Profile };
  };
  /** The bytes as they came, as a download */
  readonly getRawProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** The profile in a form that other tools read, as a download */
  readonly exportProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly format: 'folded' | 'pb.gz' | 'speedscope.json';
      };
      readonly query?: {
        /** Which one of a differential file */
        readonly side?: 'base' | 'head' | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** Compare stored profiles, or files in the same call */
  readonly compare: {
    readonly input: {
      readonly headers?: {
        /** respond-async: answer with a job at once; wait=SECONDS: when it is not done by then (RFC 7240) */
        readonly prefer?: string | undefined;
      };
      readonly body:
        | {
            readonly json: {
              readonly base: readonly string[] | ProfileSelector;
              readonly head: readonly string[] | ProfileSelector;
              readonly level?: 'none' | 'syntax' | 'default' | 'aggressive' | undefined;
              readonly valueType?: string | null | undefined;
              /** Of files with several recordings (threads, say) the one to take: its name, or #2 for the second */
              readonly recording?: string | null | undefined;
              /** Compare different events, units or rates all the same; then nothing is evidence */
              readonly force?: boolean | undefined;
              /** Leave out of every run what the coarsest drawing among them leaves out */
              readonly sameWidth?: boolean | undefined;
              readonly without?: readonly string[] | undefined;
            };
          }
        | { readonly form: Form };
    };
    readonly answer:
      | { readonly status: 200; readonly value: Comparison }
      | { readonly status: 201; readonly value: Comparison }
      | { readonly status: 202; readonly value: Job };
  };
  /** List comparisons, newest first */
  readonly listComparisons: {
    readonly input: {
      readonly query?: {
        readonly limit?: number | undefined;
        readonly cursor?: string | undefined;
        readonly project?: string | undefined;
        readonly branch?: string | undefined;
        /** The commit, or how its name begins */
        readonly commit?: string | undefined;
        /** `NAME=VALUE`; given several times, all of them must be there */
        readonly label?: string | readonly string[] | undefined;
        /** Stored then or later */
        readonly since?: string | undefined;
        /** Stored before that */
        readonly before?: string | undefined;
        /** Words that all stand in the name, a label or the format */
        readonly text?: string | undefined;
        /** `only`: what was deleted and can still be restored */
        readonly deleted?: 'no' | 'only' | undefined;
        /** Comparisons of this profile */
        readonly profile?: string | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: ComparisonList };
  };
  /** Inputs and result of a comparison */
  readonly getComparison: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly query?: {
        readonly result?: 'full' | 'none' | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Comparison };
  };
  /** Delete a comparison; its profiles stay */
  readonly deleteComparison: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 204; readonly value: null };
  };
  /** Give a comparison a name */
  readonly nameComparison: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly json: {
          readonly name: string | null;
        };
      };
    };
    readonly answer: { readonly status: 200; readonly value: Comparison };
  };
  /** Take back that a comparison was deleted; its profiles come back with it */
  readonly restoreComparison: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Comparison };
  };
  /** The whole result, binary */
  readonly getComparisonData: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** A report of a comparison, as a download */
  readonly getReport: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly format:
          | 'json'
          | 'svg'
          | 'png'
          | 'html'
          | 'md'
          | 'gitlab.md'
          | 'jira'
          | 'adf.json'
          | 'textile'
          | 'txt'
          | 'folded'
          | 'pb.gz';
      };
      readonly query?: {
        /** Address of the comparison, for reports that link to it */
        readonly permalink?: string | undefined;
        /** Of a PNG: pixels for each of the SVG */
        readonly scale?: '1' | '2' | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** State and progress of a comparison that was not waited for */
  readonly getJob: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Job };
  };
  /** The same as server-sent events, until it has ended */
  readonly watchJob: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** Find a baseline, compare, judge */
  readonly createVerdict: {
    readonly input: {
      readonly body: {
        readonly json: {
          readonly head: {
            readonly profiles: readonly string[];
          };
          readonly base?:
            | (
                | {
                    readonly profiles: readonly string[];
                  }
                | {
                    readonly branch: string;
                  }
                | {
                    readonly forkPoint: string;
                    readonly ancestors?: readonly string[] | undefined;
                  }
              )
            | null
            | undefined;
          readonly config?: string | null | undefined;
          readonly level?: 'none' | 'syntax' | 'default' | 'aggressive' | undefined;
          readonly valueType?: string | null | undefined;
          /** Of files with several recordings (threads, say) the one to take: its name, or #2 for the second */
          readonly recording?: string | null | undefined;
          readonly force?: boolean | undefined;
        };
      };
    };
    readonly answer:
      | {
          readonly status: 200;
          readonly value: {
            readonly id: string;
            readonly created?: boolean | undefined;
            readonly createdAt: string;
            readonly project: string;
            readonly verdict: 'pass' | 'regression' | 'inconclusive' | 'neutral' | 'error';
            readonly neutralBecause: ('no-baseline' | 'environments-differ' | 'recordings-differ') | null;
            readonly sentence: string;
            readonly head: {
              readonly commit: string | null;
              readonly branch: string | null;
              readonly benchmark: { readonly [name: string]: string };
              readonly profiles: readonly {
                readonly id: string;
                readonly fileName: string | null;
                readonly format: string;
              }[];
            };
            readonly baseline: {
              readonly rule: 'explicit' | 'branch-head' | 'fork-point' | 'ancestor' | 'none';
              readonly commit: string | null;
              readonly distance: number | null;
              readonly profiles: readonly {
                readonly id: string;
                readonly fileName: string | null;
                readonly format: string;
              }[];
              readonly because: string;
            };
            readonly comparison: string | null;
            readonly page: string | null;
            readonly level: 'none' | 'syntax' | 'default' | 'aggressive';
            readonly valueType: string | null;
            readonly recording: string | null;
            readonly force: boolean;
            readonly configFrom: 'request' | 'project' | 'default';
            readonly gate?: VerdictJson | null | undefined;
          };
        }
      | {
          readonly status: 201;
          readonly value: {
            readonly id: string;
            readonly created?: boolean | undefined;
            readonly createdAt: string;
            readonly project: string;
            readonly verdict: 'pass' | 'regression' | 'inconclusive' | 'neutral' | 'error';
            readonly neutralBecause: ('no-baseline' | 'environments-differ' | 'recordings-differ') | null;
            readonly sentence: string;
            readonly head: {
              readonly commit: string | null;
              readonly branch: string | null;
              readonly benchmark: { readonly [name: string]: string };
              readonly profiles: readonly {
                readonly id: string;
                readonly fileName: string | null;
                readonly format: string;
              }[];
            };
            readonly baseline: {
              readonly rule: 'explicit' | 'branch-head' | 'fork-point' | 'ancestor' | 'none';
              readonly commit: string | null;
              readonly distance: number | null;
              readonly profiles: readonly {
                readonly id: string;
                readonly fileName: string | null;
                readonly format: string;
              }[];
              readonly because: string;
            };
            readonly comparison: string | null;
            readonly page: string | null;
            readonly level: 'none' | 'syntax' | 'default' | 'aggressive';
            readonly valueType: string | null;
            readonly recording: string | null;
            readonly force: boolean;
            readonly configFrom: 'request' | 'project' | 'default';
            readonly gate?: VerdictJson | null | undefined;
          };
        };
  };
  /** Verdicts, newest first */
  readonly listVerdicts: {
    readonly input: {
      readonly query?: {
        readonly limit?: number | undefined;
        readonly cursor?: string | undefined;
        readonly project?: string | undefined;
        readonly branch?: string | undefined;
        readonly commit?: string | undefined;
        readonly verdict?: 'pass' | 'regression' | 'inconclusive' | 'neutral' | 'error' | undefined;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly verdicts: readonly {
          readonly id: string;
          readonly created?: boolean | undefined;
          readonly createdAt: string;
          readonly project: string;
          readonly verdict: 'pass' | 'regression' | 'inconclusive' | 'neutral' | 'error';
          readonly neutralBecause: ('no-baseline' | 'environments-differ' | 'recordings-differ') | null;
          readonly sentence: string;
          readonly head: {
            readonly commit: string | null;
            readonly branch: string | null;
            readonly benchmark: { readonly [name: string]: string };
            readonly profiles: readonly {
              readonly id: string;
              readonly fileName: string | null;
              readonly format: string;
            }[];
          };
          readonly baseline: {
            readonly rule: 'explicit' | 'branch-head' | 'fork-point' | 'ancestor' | 'none';
            readonly commit: string | null;
            readonly distance: number | null;
            readonly profiles: readonly {
              readonly id: string;
              readonly fileName: string | null;
              readonly format: string;
            }[];
            readonly because: string;
          };
          readonly comparison: string | null;
          readonly page: string | null;
          readonly level: 'none' | 'syntax' | 'default' | 'aggressive';
          readonly valueType: string | null;
          readonly recording: string | null;
          readonly force: boolean;
          readonly configFrom: 'request' | 'project' | 'default';
          readonly gate?: VerdictJson | null | undefined;
        }[];
        readonly next: string | null;
      };
    };
  };
  /** One verdict with its gate */
  readonly readVerdict: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly id: string;
        readonly created?: boolean | undefined;
        readonly createdAt: string;
        readonly project: string;
        readonly verdict: 'pass' | 'regression' | 'inconclusive' | 'neutral' | 'error';
        readonly neutralBecause: ('no-baseline' | 'environments-differ' | 'recordings-differ') | null;
        readonly sentence: string;
        readonly head: {
          readonly commit: string | null;
          readonly branch: string | null;
          readonly benchmark: { readonly [name: string]: string };
          readonly profiles: readonly {
            readonly id: string;
            readonly fileName: string | null;
            readonly format: string;
          }[];
        };
        readonly baseline: {
          readonly rule: 'explicit' | 'branch-head' | 'fork-point' | 'ancestor' | 'none';
          readonly commit: string | null;
          readonly distance: number | null;
          readonly profiles: readonly {
            readonly id: string;
            readonly fileName: string | null;
            readonly format: string;
          }[];
          readonly because: string;
        };
        readonly comparison: string | null;
        readonly page: string | null;
        readonly level: 'none' | 'syntax' | 'default' | 'aggressive';
        readonly valueType: string | null;
        readonly recording: string | null;
        readonly force: boolean;
        readonly configFrom: 'request' | 'project' | 'default';
        readonly gate?: VerdictJson | null | undefined;
      };
    };
  };
  /** A verdict in one of the formats of CI */
  readonly readVerdictReport: {
    readonly input: {
      readonly params: {
        readonly id: string;
        readonly format: 'md' | 'txt' | 'json' | 'junit.xml' | 'sarif.json' | 'codequality.json';
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** Projects that have profiles */
  readonly listProjects: {
    readonly input: NoInput;
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly projects: readonly {
          readonly name: string;
          readonly profiles: number;
          readonly branches: number;
          readonly newestAt: string | null;
        }[];
      };
    };
  };
  /** Branches of a project, newest first */
  readonly listBranches: {
    readonly input: {
      readonly params: {
        readonly project: string;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly branches: readonly {
          readonly name: string;
          readonly profiles: number;
          readonly commits: number;
          readonly head: string | null;
          readonly newestAt: string;
        }[];
      };
    };
  };
  /** What a verdict about a profile would be judged against */
  readonly findBaseline: {
    readonly input: {
      readonly params: {
        readonly project: string;
      };
      readonly query: {
        readonly head: string;
        readonly branch?: string | undefined;
        readonly forkPoint?: string | undefined;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly head: {
          readonly commit: string | null;
          readonly branch: string | null;
          readonly benchmark: { readonly [name: string]: string };
        };
        readonly baseline: {
          readonly rule: 'explicit' | 'branch-head' | 'fork-point' | 'ancestor' | 'none';
          readonly commit: string | null;
          readonly distance: number | null;
          readonly profiles: readonly {
            readonly id: string;
            readonly fileName: string | null;
            readonly format: string;
          }[];
          readonly because: string;
        };
      };
    };
  };
  /** Settings of a project */
  readonly readSettings: {
    readonly input: {
      readonly params: {
        readonly project: string;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly project: string;
        readonly defaultBranch: string;
        readonly config: string | null;
        readonly benchmarkLabels: readonly string[] | null;
        readonly retentionDays: number | null;
      };
    };
  };
  /** Replace the settings of a project */
  readonly replaceSettings: {
    readonly input: {
      readonly params: {
        readonly project: string;
      };
      readonly body: {
        readonly json: {
          readonly defaultBranch?: string | undefined;
          readonly config?: string | null | undefined;
          readonly benchmarkLabels?: readonly string[] | null | undefined;
          readonly retentionDays?: number | null | undefined;
        };
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly project: string;
        readonly defaultBranch: string;
        readonly config: string | null;
        readonly benchmarkLabels: readonly string[] | null;
        readonly retentionDays: number | null;
      };
    };
  };
  /** A series over the commits of a branch */
  readonly readTrend: {
    readonly input: {
      readonly params: {
        readonly project: string;
      };
      readonly query?: {
        readonly branch?: string | undefined;
        readonly like?: string | undefined;
        readonly frame?: string | undefined;
        readonly subsystem?: string | undefined;
        readonly metric?: string | undefined;
        readonly level?: 'none' | 'syntax' | 'default' | 'aggressive' | undefined;
        readonly valueType?: string | undefined;
        readonly points?: number | undefined;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly project: string;
        readonly branch: string;
        readonly benchmark: { readonly [name: string]: string };
        readonly points: readonly {
          readonly commit: string;
          readonly at: string;
          readonly profiles: readonly string[];
          readonly value: number | null;
        }[];
        readonly unit: string;
        readonly leftOut: number;
        readonly trend: TrendJson | null;
      };
    };
  };
  /** The rules of the project, and the built-in packs */
  readonly getRules: { readonly input: NoInput; readonly answer: { readonly status: 200; readonly value: Rules } };
  /** Replace the rules of the project */
  readonly putRules: {
    readonly input: {
      readonly headers?: {
        /** The hash of the rules that must still be there, in quotes */
        readonly 'if-match'?: string | undefined;
        /** *: there must be none */
        readonly 'if-none-match'?: string | undefined;
      };
      readonly body: {
        readonly json: {
          readonly text: string;
        };
      };
    };
    readonly answer: { readonly status: 200; readonly value: Rules };
  };
  /** What other rules would change in a comparison; stores nothing */
  readonly previewRules: {
    readonly input: {
      readonly body: {
        readonly json: {
          readonly base: readonly string[];
          readonly head: readonly string[];
          readonly level?: 'none' | 'syntax' | 'default' | 'aggressive' | undefined;
          readonly valueType?: string | null | undefined;
          /** Of files with several recordings (threads, say) the one to take: its name, or #2 for the second */
          readonly recording?: string | null | undefined;
          readonly without?: readonly string[] | undefined;
          readonly rules: string;
          readonly triedWithout?: readonly string[] | undefined;
        };
      };
    };
    readonly answer: { readonly status: 200; readonly value: RulesPreview };
  };
  /** The trackers that the administrator has configured */
  readonly listTrackers: {
    readonly input: NoInput;
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly trackers: readonly {
          readonly name: string;
          readonly kind: 'jira-cloud' | 'jira-dc' | 'github' | 'gitlab' | 'redmine' | 'bugzilla';
          readonly url: string;
          readonly projects: readonly string[];
        }[];
      };
    };
  };
  /** What hangs on a ticket: recognised files, and which are taken for good and bad */
  readonly getTicket: {
    readonly input: {
      readonly query: {
        readonly ref: string;
        readonly thumbnails?: 'true' | 'false' | undefined;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly version: 1;
        readonly tracker: string;
        readonly ticket: string;
        readonly title: string;
        readonly url: string;
        readonly files: readonly {
          readonly id: string;
          readonly name: string;
          readonly bytes: number | null;
          readonly recognised: {
            readonly kind: 'profile' | 'metrics' | 'comparison';
            readonly format: string;
            readonly title: string;
          } | null;
          readonly problem: {
            readonly code: string;
            readonly sentence: string;
            readonly advice: string | null;
          } | null;
          readonly side: ('base' | 'head') | null;
          readonly why: string;
          readonly chosen: boolean;
          readonly thumbnail: string | null;
        }[];
      };
    };
  };
  /** Compare files of a ticket, as guessed or as named, and store the comparison */
  readonly compareTicket: {
    readonly input: {
      readonly body: {
        readonly json: {
          readonly ref: string;
          readonly good?: readonly string[] | undefined;
          readonly bad?: readonly string[] | undefined;
          readonly level?: 'none' | 'syntax' | 'default' | 'aggressive' | undefined;
          readonly valueType?: string | null | undefined;
        };
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly ticket: {
          readonly version: 1;
          readonly tracker: string;
          readonly ticket: string;
          readonly title: string;
          readonly url: string;
          readonly files: readonly {
            readonly id: string;
            readonly name: string;
            readonly bytes: number | null;
            readonly recognised: {
              readonly kind: 'profile' | 'metrics' | 'comparison';
              readonly format: string;
              readonly title: string;
            } | null;
            readonly problem: {
              readonly code: string;
              readonly sentence: string;
              readonly advice: string | null;
            } | null;
            readonly side: ('base' | 'head') | null;
            readonly why: string;
            readonly chosen: boolean;
            readonly thumbnail: string | null;
          }[];
        };
        readonly comparison: Comparison;
      };
    };
  };
  /** Leave the report of a comparison on a ticket, or show what would be posted */
  readonly postToTicket: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly json: {
          readonly ref: string;
          readonly preview: boolean;
        };
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value:
        | {
            readonly version: 1;
            readonly tracker: string;
            readonly ticket: string;
            readonly comparison: string;
            readonly preview: true;
            readonly comment: 'posted' | 'changed' | 'unchanged';
            readonly markup: 'markdown' | 'jira' | 'adf' | 'textile' | 'text';
            readonly text: string;
            readonly files: readonly {
              readonly name: string;
              readonly bytes: number;
              readonly contentType: string;
              readonly sha256: string;
              readonly isPresent: boolean;
            }[];
            readonly notes: readonly string[];
          }
        | {
            readonly version: 1;
            readonly tracker: string;
            readonly ticket: string;
            readonly comparison: string;
            readonly preview: false;
            readonly comment: 'posted' | 'changed' | 'unchanged';
            readonly commentId: string;
            readonly attached: readonly string[];
            readonly present: readonly string[];
            readonly leftOut: readonly string[];
            readonly removed: number;
          };
    };
  };
  /** All tokens, without their secrets */
  readonly listTokens: {
    readonly input: NoInput;
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly tokens: readonly {
          readonly id: string;
          readonly prefix: string;
          readonly name: string;
          readonly scopes: readonly ('read' | 'upload' | 'admin')[];
          readonly project: string | null;
          readonly createdAt: string;
          readonly expiresAt: string | null;
          readonly lastUsedAt: string | null;
          readonly oldSecretUntil: string | null;
        }[];
      };
    };
  };
  /** Make a token */
  readonly createToken: {
    readonly input: {
      readonly body: {
        readonly json: {
          readonly name: string;
          readonly scopes: readonly ('read' | 'upload' | 'admin')[];
          readonly project?: string | null | undefined;
          readonly expiresInDays?: number | null | undefined;
        };
      };
    };
    readonly answer: {
      readonly status: 201;
      readonly value: {
        readonly id: string;
        readonly prefix: string;
        readonly name: string;
        readonly scopes: readonly ('read' | 'upload' | 'admin')[];
        readonly project: string | null;
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly lastUsedAt: string | null;
        readonly oldSecretUntil: string | null;
        readonly token: string;
      };
    };
  };
  /** One token, without its secret */
  readonly readToken: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly id: string;
        readonly prefix: string;
        readonly name: string;
        readonly scopes: readonly ('read' | 'upload' | 'admin')[];
        readonly project: string | null;
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly lastUsedAt: string | null;
        readonly oldSecretUntil: string | null;
      };
    };
  };
  /** End a token and the sessions that were opened with it */
  readonly revokeToken: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly answer: { readonly status: 204; readonly value: null };
  };
  /** Give a token a new secret; the old one stays good for a while */
  readonly rotateToken: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly body: {
        readonly json: {
          readonly overlapSeconds?: number | undefined;
          readonly expiresInDays?: number | null | undefined;
        };
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly id: string;
        readonly prefix: string;
        readonly name: string;
        readonly scopes: readonly ('read' | 'upload' | 'admin')[];
        readonly project: string | null;
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly lastUsedAt: string | null;
        readonly oldSecretUntil: string | null;
        readonly token: string;
      };
    };
  };
  /** Who is asking */
  readonly readSession: {
    readonly input: NoInput;
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly auth: 'none' | 'token' | 'session';
        readonly name: string | null;
        readonly scopes: readonly ('read' | 'upload' | 'admin')[];
        readonly project: string | null;
        readonly expiresAt: string | null;
      };
    };
  };
  /** Sign in with a token */
  readonly signIn: {
    readonly input: {
      readonly body: {
        readonly json: {
          readonly token: string;
        };
      };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly auth: 'none' | 'token' | 'session';
        readonly name: string | null;
        readonly scopes: readonly ('read' | 'upload' | 'admin')[];
        readonly project: string | null;
        readonly expiresAt: string | null;
      };
    };
  };
  /** Sign out */
  readonly signOut: { readonly input: NoInput; readonly answer: { readonly status: 204; readonly value: null } };
  /** Everything that is stored, or one project, as a tar archive */
  readonly exportAll: {
    readonly input: {
      readonly query?: {
        readonly project?: string | undefined;
      };
    };
    readonly answer: { readonly status: 200; readonly value: Binary };
  };
  /** Read an archive; what is there already stays as it is */
  readonly importAll: {
    readonly input: {
      readonly body: { readonly bytes: Binary };
    };
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly profiles: {
          readonly added: number;
          readonly known: number;
        };
        readonly comparisons: {
          readonly added: number;
          readonly known: number;
        };
        readonly verdicts: {
          readonly added: number;
          readonly known: number;
        };
        readonly left: readonly string[];
      };
    };
  };
  /** Is the server up and its database readable */
  readonly getHealth: { readonly input: NoInput; readonly answer: { readonly status: 200; readonly value: Health } };
  /** This document */
  readonly getOpenApi: {
    readonly input: NoInput;
    readonly answer: {
      readonly status: 200;
      readonly value: {
        readonly openapi: string;
      };
    };
  };
  /** This document as a page for people, which needs nothing from elsewhere */
  readonly getReference: { readonly input: NoInput; readonly answer: { readonly status: 200; readonly value: Binary } };
  /** The comparison of the example pair, made on first use */
  readonly getExample: {
    readonly input: NoInput;
    readonly answer: { readonly status: 200; readonly value: Comparison };
  };
}

/** Where each call goes, and what its answer holds. */
export const CALLS = {
  uploadProfiles: { method: 'POST', path: '/profiles', answer: 'json', key: 'profiles' },
  listProfiles: { method: 'GET', path: '/profiles', answer: 'json', key: 'profiles' },
  getProfile: { method: 'GET', path: '/profiles/{id}', answer: 'json', key: 'id' },
  deleteProfile: { method: 'DELETE', path: '/profiles/{id}', answer: 'nothing', key: null },
  editProfile: { method: 'PATCH', path: '/profiles/{id}', answer: 'json', key: 'id' },
  restoreProfile: { method: 'POST', path: '/profiles/{id}/restore', answer: 'json', key: 'id' },
  listLabels: { method: 'GET', path: '/labels', answer: 'json', key: 'labels' },
  addMetrics: { method: 'POST', path: '/profiles/{id}/metrics', answer: 'json', key: 'id' },
  getRawProfile: { method: 'GET', path: '/profiles/{id}/raw', answer: 'bytes', key: null },
  exportProfile: { method: 'GET', path: '/profiles/{id}/profile.{format}', answer: 'bytes', key: null },
  compare: { method: 'POST', path: '/comparisons', answer: 'json', key: 'id' },
  listComparisons: { method: 'GET', path: '/comparisons', answer: 'json', key: 'comparisons' },
  getComparison: { method: 'GET', path: '/comparisons/{id}', answer: 'json', key: 'id' },
  deleteComparison: { method: 'DELETE', path: '/comparisons/{id}', answer: 'nothing', key: null },
  nameComparison: { method: 'PATCH', path: '/comparisons/{id}', answer: 'json', key: 'id' },
  restoreComparison: { method: 'POST', path: '/comparisons/{id}/restore', answer: 'json', key: 'id' },
  getComparisonData: { method: 'GET', path: '/comparisons/{id}/data', answer: 'bytes', key: null },
  getReport: { method: 'GET', path: '/comparisons/{id}/report.{format}', answer: 'bytes', key: null },
  getJob: { method: 'GET', path: '/jobs/{id}', answer: 'json', key: 'id' },
  watchJob: { method: 'GET', path: '/jobs/{id}/events', answer: 'bytes', key: null },
  createVerdict: { method: 'POST', path: '/verdicts', answer: 'json', key: 'id' },
  listVerdicts: { method: 'GET', path: '/verdicts', answer: 'json', key: 'verdicts' },
  readVerdict: { method: 'GET', path: '/verdicts/{id}', answer: 'json', key: 'id' },
  readVerdictReport: { method: 'GET', path: '/verdicts/{id}/report.{format}', answer: 'bytes', key: null },
  listProjects: { method: 'GET', path: '/projects', answer: 'json', key: 'projects' },
  listBranches: { method: 'GET', path: '/projects/{project}/branches', answer: 'json', key: 'branches' },
  findBaseline: { method: 'GET', path: '/projects/{project}/baseline', answer: 'json', key: 'head' },
  readSettings: { method: 'GET', path: '/projects/{project}/settings', answer: 'json', key: 'project' },
  replaceSettings: { method: 'PUT', path: '/projects/{project}/settings', answer: 'json', key: 'project' },
  readTrend: { method: 'GET', path: '/projects/{project}/trend', answer: 'json', key: 'project' },
  getRules: { method: 'GET', path: '/rules', answer: 'json', key: 'text' },
  putRules: { method: 'PUT', path: '/rules', answer: 'json', key: 'text' },
  previewRules: { method: 'POST', path: '/rules/preview', answer: 'json', key: null },
  listTrackers: { method: 'GET', path: '/trackers', answer: 'json', key: 'trackers' },
  getTicket: { method: 'GET', path: '/tickets', answer: 'json', key: 'version' },
  compareTicket: { method: 'POST', path: '/tickets/compare', answer: 'json', key: 'ticket' },
  postToTicket: { method: 'POST', path: '/comparisons/{id}/tickets', answer: 'json', key: 'version' },
  listTokens: { method: 'GET', path: '/tokens', answer: 'json', key: 'tokens' },
  createToken: { method: 'POST', path: '/tokens', answer: 'json', key: 'id' },
  readToken: { method: 'GET', path: '/tokens/{id}', answer: 'json', key: 'id' },
  revokeToken: { method: 'DELETE', path: '/tokens/{id}', answer: 'nothing', key: null },
  rotateToken: { method: 'POST', path: '/tokens/{id}/rotate', answer: 'json', key: 'id' },
  readSession: { method: 'GET', path: '/session', answer: 'json', key: 'auth' },
  signIn: { method: 'POST', path: '/session', answer: 'json', key: 'auth' },
  signOut: { method: 'DELETE', path: '/session', answer: 'nothing', key: null },
  exportAll: { method: 'GET', path: '/export', answer: 'bytes', key: null },
  importAll: { method: 'POST', path: '/import', answer: 'json', key: 'profiles' },
  getHealth: { method: 'GET', path: '/healthz', answer: 'json', key: 'status' },
  getOpenApi: { method: 'GET', path: '/openapi.json', answer: 'json', key: 'openapi' },
  getReference: { method: 'GET', path: '/reference', answer: 'bytes', key: null },
  getExample: { method: 'GET', path: '/example', answer: 'json', key: 'id' },
} as const;
