// Time zones as the browser knows them: its own is filled in where nobody has chosen one, the others are offered.
export function offerZones(field, own) {
  if (own) field.value = field.defaultValue = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
  field.list.replaceChildren(...(Intl.supportedValuesOf?.("timeZone") ?? []).map((name) => new Option(name)));
}
