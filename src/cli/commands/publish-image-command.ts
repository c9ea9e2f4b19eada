/**
 * The publish-image command: writes the image of the newest version to a folder for servers without a database (edges).
 */
import { resolve } from "node:path";
import { countEn } from "../../domain/lang.ts";
import { OlderVersionError, publishImage } from "../../server/images/publish-image.ts";
import { imageFolderBeside } from "../../store/database-url.ts";
import { withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, report } from "../terminal/output.ts";

/** Returns the exit code. Throws {@link SettingError} for the folder where a server builds its own images. */
export async function publishImageTo(values: SettingValues, [folder = ""]: readonly string[]): Promise<number> {
  const { database, dataDir, allowOlder } = values;
  if (resolve(folder) === resolve(dataDir ?? imageFolderBeside(database))) {
    throw new SettingError(`FOLDER: "${folder}" is where a server builds its own images; expected another folder`);
  }
  return withStore(database, { create: false }, async (store) => {
    const { manifest, isUnchanged } = await publishImage(store, folder, allowOlder);
    const { sequence, publication } = manifest;
    const has = isUnchanged ? "already has" : "now has";
    const teachers = countEn(publication.count, "teacher", "teachers");
    return report(
      `${folder} ${has} the image of version ${publication.version} with ${teachers}, sequence ${sequence}`,
    );
  }).catch((error: unknown) => {
    if (error instanceof OlderVersionError) return fail(`${error.message}. To publish it anyway, use --allow-older`);
    throw error;
  });
}
