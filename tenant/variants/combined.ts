import type { Behaviour, Deviation } from '../behaviour/behaviour.ts';
import type { Variant } from './variant.ts';

/** One tenant that uses the freedoms of several variants at once; each is laid over those before it. */
export function combined(told: Pick<Variant, 'id' | 'summary'>, parts: readonly Variant[]): Variant {
  return {
    ...told,
    freedoms: [...new Set(parts.flatMap(({ freedoms }) => freedoms))].sort(),
    warnings: [...new Set(parts.flatMap(({ warnings = [] }) => warnings))].sort(),
    profile: joined(parts.map(({ profile }) => profile)),
    behaviour: inTurn(parts.map(({ behaviour }) => behaviour)),
  };
}

/** Each deviation laid over those before it. */
function inTurn(deviations: readonly Deviation[]): Deviation {
  return (normal) => {
    let behaviour: Behaviour = normal;
    for (const deviation of deviations) behaviour = { ...behaviour, ...deviation(behaviour) };
    return behaviour;
  };
}

/** One profile out of several: sections are joined member by member, and what comes later counts. */
export function joined(profiles: readonly Variant['profile'][]): Record<string, unknown> {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const profile of profiles) {
    for (const [name, section] of Object.entries(profile ?? {})) {
      sections[name] = { ...sections[name], ...(section as Record<string, unknown>) };
    }
  }
  return sections;
}
