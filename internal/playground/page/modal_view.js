// Shows a modal and hands on what is entered.
import { el } from "./dom.js";

const LONG = 2; // the style of an input of several lines

// showModal opens a modal. onSubmit(inputs) gets the texts by the inputs' custom
// IDs and returns a promise; when it throws, the modal stays and says why. submit
// is the word on the button.
export function showModal(modal, onSubmit, submit = "Submit") {
  const back = document.activeElement;
  const failed = el("p", { class: "failed", role: "alert" });
  const inputs = modal.components.map((row) => row.components[0]);
  const form = el(
    "form",
    { method: "dialog", class: "modal-form" },
    el("h3", { id: "modal-title" }, modal.title),
    inputs.map(field),
    failed,
    el("div", { class: "buttons" }, el("button", { type: "button", class: "button button-secondary", value: "cancel", on: { click: () => dialog.close() } }, "Cancel"), el("button", { type: "submit", class: "button button-primary" }, submit)),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await onSubmit(Object.fromEntries(new FormData(form)));
      dialog.close();
    } catch (error) {
      failed.textContent = error.message;
    }
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    back?.isConnected && back.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function field(input) {
  const id = `modal-${input.custom_id}`;
  const props = {
    id,
    name: input.custom_id,
    placeholder: input.placeholder ?? false,
    required: input.required !== false,
    minlength: input.min_length ?? false,
    maxlength: input.max_length ?? false,
  };
  const box = input.style === LONG ? el("textarea", { ...props, rows: 4 }, input.value ?? "") : el("input", { ...props, type: "text", value: input.value ?? "" });
  const mark = props.required && el("span", { class: "required", "aria-hidden": "true" }, " *");
  return el("div", { class: "modal-field" }, el("label", { for: id }, input.label, mark), box);
}
