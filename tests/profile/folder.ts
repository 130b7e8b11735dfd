import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProfile, type LoadedProfile } from '../../drivers/profile/load.ts';

/** A folder with the profiles of one test file. */
export class ProfileFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<ProfileFolder> {
    return new ProfileFolder(await mkdtemp(join(tmpdir(), 'profile-')));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    await writeFile(this.file(name), content);
    return this.file(name);
  }

  async load(content: string | Buffer, environment: Record<string, string> = {}): Promise<LoadedProfile> {
    return loadProfile(await this.write('acme.yaml', content), environment);
  }

  /** Returns the lines of the error that refuses a profile, without the path of the file. */
  async refusal(content: string | Buffer, environment: Record<string, string> = {}): Promise<readonly string[]> {
    return this.refusalOf(await this.write('acme.yaml', content), environment);
  }

  async refusalOf(file: string, environment: Record<string, string> = {}): Promise<readonly string[]> {
    try {
      await loadProfile(file, environment);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error;
      return error.message.split('\n').map((line) => line.replace(`${file}: `, ''));
    }
    return ['accepted'];
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
