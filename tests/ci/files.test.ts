import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse as parseEnvironment } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { kustomizationSchema } from './kustomization.ts';
import {
  complaints,
  documentsOf,
  githubValidator,
  gitlabValidator,
  kubernetesValidator,
  root,
  textOf,
  yamlOf,
} from './schemas.ts';
import { actionFile, gitlabTemplate, type Job, jobFile, type Workflow } from './templates.ts';

const base = 'ci/kubernetes/base';
const exists = (path: string): Promise<boolean> =>
  access(join(root, path)).then(
    () => true,
    () => false,
  );

describe('action.yml', () => {
  test('is valid by the schema of GitHub', async () => {
    const validate = await githubValidator('github-action');
    expect(complaints(validate, await actionFile())).toEqual([]);
  });

  test('would be invalid without a shell, without a value of an output, or with a misspelt key', async () => {
    const validate = await githubValidator('github-action');
    const action = await actionFile();
    const [set, install] = action.runs.steps;
    const { shell: _, ...noShell } = install ?? {};
    expect(validate({ ...action, runs: { ...action.runs, steps: [set, noShell] } })).toBe(false);
    expect(validate({ ...action, run: action.runs })).toBe(false);
    expect(validate({ ...action, runs: { using: 'composite' } })).toBe(false);
  });

  test('puts no input into the text of a script, and pins other actions by their major version', async () => {
    const { steps } = (await actionFile()).runs;
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used).toEqual(
      ['setup-node', 'upload-artifact'].map((name) => expect.stringMatching(`^actions/${name}@v\\d+$`)),
    );
  });

  test('passes every input to a step, and takes every output from a step', async () => {
    const { inputs, outputs, runs } = await actionFile();
    const steps = JSON.stringify(runs);
    for (const name of Object.keys(inputs)) expect(steps).toContain(`inputs.${name}`);
    const script = runs.steps.map(({ run = '' }) => run).join('\n');
    for (const [name, { value }] of Object.entries(outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(script).toMatch(new RegExp(`\\b${name}(=|: )`));
    }
  });

  test('has every input and output in the guide', async () => {
    const { inputs, outputs } = await actionFile();
    const cells = [...(await textOf('docs/guides/ci.md')).matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    expect(new Set(documented)).toEqual(new Set([...Object.keys(inputs), ...Object.keys(outputs)]));
  });

  test.for(['pull-request', 'shards'])(
    'the workflow %s is valid, and passes only inputs that the action has',
    async (name) => {
      const workflow = await yamlOf<Workflow>(`ci/github/${name}.yml`);
      expect(complaints(await githubValidator('github-workflow'), workflow)).toEqual([]);
      const { inputs } = await actionFile();
      const own = Object.values(workflow.jobs)
        .flatMap(({ steps }) => steps)
        .filter(({ uses = '' }) => uses.includes('lab-platform-conformance'));
      expect(own.length).toBeGreaterThan(0);
      for (const step of own) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    },
  );

  test('a workflow with a job without a runner is invalid', async () => {
    const workflow = await yamlOf<Workflow>('ci/github/shards.yml');
    const [[name, job] = ['', undefined]] = Object.entries(workflow.jobs);
    const { 'runs-on': _, ...nowhere } = job ?? { 'runs-on': '', steps: [] };
    expect((await githubValidator('github-workflow'))({ ...workflow, jobs: { [name]: nowhere } })).toBe(false);
  });
});

describe('the GitLab template', () => {
  test('is valid by the schema of GitLab when its inputs are filled in', async () => {
    const validate = await gitlabValidator();
    const [head, jobs] = await documentsOf(await gitlabTemplate({ target: 'conformance/target.yaml' }));
    expect(complaints(validate, head)).toEqual([]);
    expect(complaints(validate, jobs)).toEqual([]);
  });

  test('would be invalid with a misspelt key of a job', async () => {
    const validate = await gitlabValidator();
    const [, jobs] = (await documentsOf(await gitlabTemplate({ target: 'x' }))) as [unknown, Record<string, object>];
    expect(validate({ ...jobs, labconform: { ...jobs['labconform'], artifact: {} } })).toBe(false);
    expect(validate({ ...jobs, labconform: { ...jobs['labconform'], parallel: 0 } })).toBe(false);
  });

  test('puts inputs into variables and keywords, never into a script', async () => {
    const text = await textOf('ci/gitlab/labconform.gitlab-ci.yml');
    const [head, jobs] = (await documentsOf(text)) as [
      { spec: { inputs: Record<string, unknown> } },
      Record<string, { script?: string[]; before_script?: string[] }>,
    ];
    for (const { script = [], before_script: before = [] } of Object.values(jobs))
      expect([...script, ...before].join('\n')).not.toContain('$[[');
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(head.spec.inputs)));
  });
});

describe('the kustomize base', () => {
  const jobs = ['shards', 'merge'];

  test('has objects that are valid by the schemas of Kubernetes', async () => {
    const isJob = await kubernetesValidator('Job');
    for (const name of jobs) expect(complaints(isJob, await yamlOf(`${base}/${name}.yaml`))).toEqual([]);
    const isClaim = await kubernetesValidator('PersistentVolumeClaim');
    expect(complaints(isClaim, await yamlOf(`${base}/reports.yaml`))).toEqual([]);
    const { spec, ...rest } = await jobFile('shards');
    expect(isJob({ ...rest, spec: { ...spec, completionsMode: 'Indexed' } })).toBe(false);
    expect(isJob(rest)).toBe(true);
    expect(isJob({ ...rest, spec: {} })).toBe(false);
  });

  test.for([base, 'ci/kubernetes/example'])('%s is a valid kustomization whose files exist', async (folder) => {
    const kustomization = await yamlOf<{
      resources: string[];
      configMapGenerator: { files?: string[]; envs?: string[] }[];
    }>(`${folder}/kustomization.yaml`);
    expect(complaints(new Ajv().compile(kustomizationSchema), kustomization)).toEqual([]);
    const generated = kustomization.configMapGenerator.flatMap(({ files = [], envs = [] }) => [...files, ...envs]);
    for (const file of [...kustomization.resources, ...generated]) expect(await exists(join(folder, file))).toBe(true);
  });

  test('divides the checks into one shard for each pod', async () => {
    const { SHARDS, ...settings } = parseEnvironment(await textOf(`${base}/settings.env`));
    const { spec } = await jobFile('shards');
    expect(spec.completionMode).toBe('Indexed');
    expect(SHARDS).toBe(String(spec.completions));
    const scripts = (await Promise.all(['shards', 'merge'].map(jobFile))).map(scriptOf).join('\n');
    for (const name of Object.keys(settings)) expect(scripts).toMatch(new RegExp(`\\$\\{?${name}\\b`));
  });

  test.for(jobs)('%s runs without root, on a read-only file system, with the volumes that it mounts', async (name) => {
    const { spec } = (await jobFile(name)).spec.template;
    const [container] = spec.containers;
    expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.volumeMounts.map((mount) => mount.name).sort()).toEqual(
      spec.volumes.map((volume) => volume.name).sort(),
    );
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(['/tmp', '/work']),
    );
  });
});

const scriptOf = (job: Job): string => job.spec.template.spec.containers[0]?.args[0] ?? '';
