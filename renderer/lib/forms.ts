/** The part of JSON Schema (as returned by `OPTIONS`, `interface.md` 6.1) that forms use. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  title?: string;
  enum?: (string | number | boolean)[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: boolean | string[];
  readonly?: boolean;
  default?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The response to `OPTIONS` on a route. */
export interface RouteDescription {
  namespace: string;
  methods: string[];
  endpoints: { methods: string[]; args: Record<string, JsonSchema> }[];
  schema?: JsonSchema;
}

export type FormKind = 'boolean' | 'number' | 'text' | 'choice' | 'checks' | 'list' | 'map' | 'group' | 'json';

/** One control of a form generated from a schema. Rendered by `ui/SchemaField.svelte`. */
export interface FormField {
  name: string;
  kind: FormKind;
  description: string;
  isReadonly: boolean;
  isRequired: boolean;
  /** Allowed values: of the field (choice) or of its items (checks). */
  options: readonly (string | number | boolean)[];
  /** Parts of a group. */
  fields: readonly FormField[];
  schema: JsonSchema;
}

/** Fields of an object, in schema order. */
export function formFields(schema: JsonSchema): FormField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties ?? {}).map(([name, part]) => formField(name, part, required.includes(name)));
}

/** Fields of an endpoint's arguments. */
export function argFields(args: Record<string, JsonSchema>): FormField[] {
  return Object.entries(args).map(([name, part]) => formField(name, part, part.required === true));
}

/** The initial value of a field. */
export function emptyValue(field: FormField): unknown {
  if (field.schema.default !== undefined) return structuredClone(field.schema.default);
  const empty: Record<FormKind, unknown> = {
    boolean: false,
    number: null,
    text: '',
    choice: field.options[0] ?? '',
    checks: [],
    list: [],
    map: {},
    group: {},
    json: null,
  };
  return empty[field.kind];
}

/** Validates a value; returns an error code, or undefined if valid. The engine validates again, with its own messages. */
export function problemOf(field: FormField, value: unknown): 'required' | 'pattern' | 'number' | undefined {
  const { pattern, minLength = 0, minimum = -Infinity, maximum = Infinity } = field.schema;
  if (field.kind === 'number') {
    if (value === null) return field.isRequired ? 'required' : undefined;
    return typeof value === 'number' && value >= minimum && value <= maximum ? undefined : 'number';
  }
  if (typeof value !== 'string') return undefined;
  if (value === '') return field.isRequired || minLength > 0 ? 'required' : undefined;
  return pattern !== undefined && !new RegExp(pattern).test(value) ? 'pattern' : undefined;
}

function formField(name: string, schema: JsonSchema, isRequired: boolean): FormField {
  const kind = kindOf(schema);
  return {
    name,
    kind,
    description: schema.description ?? '',
    isReadonly: schema.readonly === true,
    isRequired,
    options: schema.enum ?? schema.items?.enum ?? [],
    fields: kind === 'group' ? formFields(schema) : [],
    schema,
  };
}

function kindOf(schema: JsonSchema): FormKind {
  if (schema.enum) return 'choice';
  switch (schema.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return 'text';
    case 'array':
      if (schema.items?.enum) return 'checks';
      return schema.items?.type === 'string' ? 'list' : 'json';
    case 'object':
      return kindOfObject(schema);
    default:
      return 'json';
  }
}

function kindOfObject(schema: JsonSchema): FormKind {
  if (schema.properties) return 'group';
  const { additionalProperties: other } = schema;
  const values = Object.values(schema.patternProperties ?? {})[0] ?? (typeof other === 'object' ? other : undefined);
  return values?.type === 'string' ? 'map' : 'json';
}
