import type { Complaints } from './complaints.ts';
import { expand, soleReference, type Environment } from './references.ts';
import { secretKeyAt } from './secret-keys.ts';
import { isGroup, mapLeaves, type Plain } from './walk.ts';

/**
 * Fills in the references of a profile. Complains of secrets that are in the file itself, of malformed references, and
 * of variables that are not set. A reference that cannot be filled in stays as it is.
 *
 * @param envFile the file in which variables may be set, as messages for people name it
 */
export function fillIn(raw: Plain, environment: Environment, complaints: Complaints, envFile = '.env'): Plain {
  return mapLeaves(raw, (leaf, path) => {
    const secret = secretKeyAt(path);
    const variable = typeof leaf === 'string' ? soleReference(leaf) : undefined;
    if (secret !== undefined && variable === undefined) {
      const found = leaf === null || leaf === '' ? 'found nothing' : 'a secret must not be in the file itself';
      complaints.add(
        path,
        `${found}; write "\${${secret.variable}}" here and ${secret.variable}=… in the environment or in ${envFile}`,
      );
      return leaf;
    }
    if (typeof leaf !== 'string') return leaf;
    const { text, missing, malformed } = expand(leaf, environment);
    if (malformed) {
      complaints.add(
        path,
        'found "${" without a name and "}", expected a reference such as "${NAME}", or "$${" for a literal "${"',
      );
    } else if (missing.length > 0) {
      const names = missing.join(' and ');
      const verb = missing.length === 1 ? 'is' : 'are';
      complaints.add(
        path,
        `${names} ${verb} not set, expected in the environment or in ${envFile}, e.g. ${missing[0] ?? ''}=…`,
      );
    }
    return text;
  });
}

/** Reports whether a profile has any key at all. */
export function isProfile(value: Plain): value is { readonly [key: string]: Plain } {
  return isGroup(value) && Object.keys(value).length > 0;
}
