import "./first.ts";
import "../../account/typed_data_types.ts";
import "../../chain/contracts.ts";
import "../../chain/native.ts";
import "../../lib/pieces.ts";
import "../../protocol/schema/check.ts";
import "../../protocol/service/mod.ts";
