/* A photograph of a card is made small on the phone before it is sent: cameras make files that are larger than Hangjack
   takes, and slow to send from a pub. Until it is small its form is not sent. Where that does not work the file goes as
   it is. */

const SIDE = 1280; // pixels of the longer side
const QUALITY = 0.65;

async function shrink(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
  return blob ? new File([blob], "card.jpg", { type: "image/jpeg" }) : file;
}

document.addEventListener("change", async (event) => {
  const box = event.target;
  if (box.type !== "file" || !box.files.length) return;
  const buttons = box.form.querySelectorAll("button:enabled");
  for (const button of buttons) button.disabled = true;
  try {
    const chosen = new DataTransfer();
    chosen.items.add(await shrink(box.files[0]));
    box.files = chosen.files;
  } catch {
    // Not a picture that this browser can read: the server says so beside the box.
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});
