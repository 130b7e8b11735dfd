/** The fields that the base and its example use in a kustomization. Any other field is a mistake until it is listed. */
export const kustomizationSchema = {
  type: 'object',
  required: ['apiVersion', 'kind', 'resources'],
  additionalProperties: false,
  properties: {
    apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
    kind: { const: 'Kustomization' },
    namespace: { type: 'string' },
    resources: { type: 'array', items: { type: 'string' } },
    images: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, newName: { type: 'string' }, newTag: { type: 'string' } },
      },
    },
    configMapGenerator: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          behavior: { enum: ['create', 'merge', 'replace'] },
          files: { type: 'array', items: { type: 'string' } },
          envs: { type: 'array', items: { type: 'string' } },
          literals: { type: 'array', items: { type: 'string', pattern: '^[A-Z_]+=' } },
        },
      },
    },
  },
} as const;
