package dev.idgen.samples.quickstart;

import dev.idgen.DecodedId;
import dev.idgen.IdService;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/ids")
class IdController {

    private final IdService ids;

    IdController(IdService ids) {
        this.ids = ids;
    }

    @GetMapping
    List<String> next(@RequestParam(defaultValue = "") String business, @RequestParam(defaultValue = "1") int count) {
        return ids.nextIds(business, count);
    }

    @GetMapping("/{id}")
    DecodedId decode(@PathVariable String id) {
        return ids.decode(id);
    }
}
