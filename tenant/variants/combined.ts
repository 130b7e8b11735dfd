import type { Behaviour, Deviation } from '../behaviour/behaviour.ts';
import type { Variant } from './variant.ts';

/** Combines variants into one tenant that uses the freedoms of all; each is applied on top of those before it. */
export function combined(identity: Pick<Variant, 'id' | 'summary'>, parts: readonly Variant[]): Variant {
  return {
    ...identity,
    freedoms: [...new Set(parts.flatMap(({ freedoms }) => freedoms))].sort(),
    warnings: [...new Set(parts.flatMap(({ warnings = [] }) => warnings))].sort(),
    profile: joined(parts.map(({ profile }) => profile)),
    behaviour: inTurn(parts.map(({ behaviour }) => behaviour)),
  };
}

/** Applies the deviations in order, each on top of those before it. */
function inTurn(deviations: readonly Deviation[]): Deviation {
  return (normal) => {
    let behaviour: Behaviour = normal;
    for (const deviation of deviations) behaviour = { ...behaviour, ...deviation(behaviour) };
    return behaviour;
  };
}

/** Merges profiles into one: sections are merged member by member, and later values win. */
export function joined(profiles: readonly Variant['profile'][]): Record<string, unknown> {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const profile of profiles) {
    for (const [name, section] of Object.entries(profile ?? {})) {
      sections[name] = { ...sections[name], ...(section as Record<string, unknown>) };
    }
  }
  return sections;
}
