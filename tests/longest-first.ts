import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The files that take longest. Started last, such a file would keep one worker busy while the others are idle. */
export const longest: readonly string[] = [
  'proof/redaction',
  'cli/run',
  'proof/foreign-tenant',
  'weather/rate-5.proof',
  'browser/report',
  'slow/slow-tenant',
  'hostile/hostile',
  'incomplete/incomplete',
  'cli/cut-off',
  'proof/null-tenants',
  'proof/delegated.proof',
  'cli/gate',
  'proof/lifecycle.proof',
  'browser/chromium',
  'browser/delegated-checks',
  'proof/openid-connect.proof',
].map((name) => `tests/${name}.test.ts`);

/** Begins with the files that take longest. Without the durations of an earlier run, Vitest begins with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(root, moduleId));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
