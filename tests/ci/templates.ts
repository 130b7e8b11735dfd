import { textOf, yamlOf } from './schemas.ts';

export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>;
}

export interface Job {
  readonly spec: {
    readonly completionMode?: string;
    readonly completions?: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly command: readonly string[];
          readonly args: readonly string[];
          readonly securityContext: object;
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

export const actionFile = (): Promise<Action> => yamlOf('action.yml');

export const jobFile = (name: string): Promise<Job> => yamlOf(`ci/kubernetes/base/${name}.yaml`);

/** Returns the template with its inputs filled in, as GitLab fills them in before it reads the jobs. */
export async function gitlabTemplate(given: Readonly<Record<string, string>>): Promise<string> {
  const text = await textOf('ci/gitlab/labconform.gitlab-ci.yml');
  const [head = '', jobs = ''] = text.split(/^---$/m);
  const { parse } = await import('yaml');
  const { spec } = parse(head) as { spec: { inputs: Record<string, { default?: string | number }> } };
  const filled = jobs.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = given[name] ?? spec.inputs[name]?.default;
    if (value === undefined) throw new Error(`the input ${name} has neither a value nor a default`);
    return String(value);
  });
  return `${head}---\n${filled}`;
}
